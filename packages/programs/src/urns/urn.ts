/** The parts of a resource's name in a program: `urn:pulumi:dev::shop::app:Web$aws:s3/bucket:Bucket::images`. */
export interface UrnParts {
  readonly stack: string
  readonly project: string
  /** The types of its parents and its own, outermost first: `app:Web$aws:s3/bucket:Bucket`. */
  readonly qualifiedType: string
  readonly name: string
}

export const stackType = 'pulumi:pulumi:Stack'

/** The recorded type of components, which exist only for the program. */
export const componentType = 'pulumi:pulumi:Component'

const prefix = 'urn:pulumi:'

export function formatUrn({ stack, project, qualifiedType, name }: UrnParts): string {
  return `${prefix}${stack}::${project}::${qualifiedType}::${name}`
}

/** Parses a URN; `undefined` for any other text. A name may contain colons. */
export function parseUrn(urn: string): UrnParts | undefined {
  if (!urn.startsWith(prefix)) return undefined
  const [stack, project, qualifiedType, ...name] = urn.slice(prefix.length).split('::')
  if (stack === undefined || project === undefined || qualifiedType === undefined || name.length === 0) return undefined
  return { stack, project, qualifiedType, name: name.join('::') }
}

/** The last of the types: `aws:s3/bucket:Bucket`. */
export function ownType({ qualifiedType }: UrnParts): string {
  return qualifiedType.slice(qualifiedType.lastIndexOf('$') + 1)
}

/** The qualified type of a resource below its parent. The stack is omitted. */
export function qualifiedBelow(parent: string | undefined, type: string): string {
  const above = parent === undefined ? undefined : parseUrn(parent)?.qualifiedType
  return above === undefined || above === stackType ? type : `${above}$${type}`
}

/** Parses a provider reference, `urn::id`. */
export function parseProviderReference(reference: string): { readonly urn: string; readonly id: string } | undefined {
  const at = reference.lastIndexOf('::')
  return at <= 0 ? undefined : { urn: reference.slice(0, at), id: reference.slice(at + 2) }
}
