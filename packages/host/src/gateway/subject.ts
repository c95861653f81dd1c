import type { ChangedByCall } from '@slipway/model'

/** The fields of the dialect's requests that mean the same for every method. */
interface KnownFields {
  readonly callContext?: object
  readonly functionName?: string
  readonly args?: { readonly args?: { readonly value?: Uint8Array } }
  readonly linkId?: string
  readonly linkType?: { readonly type?: string }
  readonly resourceType?: { readonly type?: string }
  readonly resourceId?: string
  readonly dataSourceType?: { readonly type?: string }
  readonly resourceState?: { readonly name?: string }
  readonly changes?: { readonly appliedResourceInfo?: NamedResource }
  readonly resourceInfo?: NamedResource
  readonly otherResourceInfo?: NamedResource
  readonly resourceAInfo?: NamedResource
  readonly resourceBInfo?: NamedResource
}

interface NamedResource {
  readonly resourceName?: string
}

/** The parts of a call that the gateway needs to know. Computed on demand: few calls use the gateway. */
export class CallSubject {
  readonly method: string
  readonly request: KnownFields

  constructor(method: string, request: unknown) {
    this.method = method
    this.request = typeof request === 'object' && request !== null ? request : {}
  }

  /** For messages: `Deploy db`, `Fetch cloud/region`. */
  get title(): string {
    return titleOf(this.method, this.request)
  }

  get functionName(): string | undefined {
    return this.request.functionName
  }

  /** The link whose phase this call is part of. */
  get linkId(): string | undefined {
    return this.request.linkId || undefined
  }

  /** The resource that the call deploys or destroys, or the link whose phase it is. */
  get changes(): ChangedByCall | undefined {
    return changesOf(this.method, this.request)
  }

  /** True for calls that do the same: one within another would go on for ever. A call that only asks equals no other. */
  sameAs({ method, request }: CallSubject): boolean {
    return this.method === method && isSame(method, this.request, request)
  }
}

function changesOf(method: string, fields: KnownFields): ChangedByCall | undefined {
  const { resourceId = '', linkId = '', changes, resourceState } = fields
  switch (method) {
    case 'DeployResource':
      return { kind: 'resource', id: resourceId, name: changes?.appliedResourceInfo?.resourceName ?? '' }
    case 'DestroyResource':
      return { kind: 'resource', id: resourceId, name: resourceState?.name ?? '' }
    case 'UpdateLinkResourceA':
      return { kind: 'link', id: linkId, name: linkName(fields.resourceInfo, fields.otherResourceInfo) }
    case 'UpdateLinkResourceB':
      return { kind: 'link', id: linkId, name: linkName(fields.otherResourceInfo, fields.resourceInfo) }
    case 'UpdateLinkIntermediaryResources':
      return { kind: 'link', id: linkId, name: linkName(fields.resourceAInfo, fields.resourceBInfo) }
    default:
      return undefined
  }
}

function linkName(a: NamedResource | undefined, b: NamedResource | undefined): string {
  return `${a?.resourceName ?? ''}::${b?.resourceName ?? ''}`
}

function isSame(method: string, fields: KnownFields, its: KnownFields): boolean {
  if (method === 'CallFunction') return fields.functionName === its.functionName && hasSameArguments(fields, its)
  if (method !== 'DeployResource' && method !== 'DestroyResource') return false
  return fields.resourceId === its.resourceId && fields.resourceType?.type === its.resourceType?.type
}

const nothing = new Uint8Array()

function hasSameArguments(fields: KnownFields, its: KnownFields): boolean {
  return Buffer.compare(fields.args?.args?.value ?? nothing, its.args?.args?.value ?? nothing) === 0
}

function titleOf(method: string, fields: KnownFields): string {
  const { resourceType, dataSourceType, linkType, resourceId } = fields
  const type = resourceType?.type ?? dataSourceType?.type ?? linkType?.type
  const name = changesOf(method, fields)?.name || resourceId
  return [method, type, name].filter((word) => word !== undefined && word !== '').join(' ')
}
