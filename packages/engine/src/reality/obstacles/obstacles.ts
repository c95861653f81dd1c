import { Failure, filesOfDescriptor, namespaceOf, type ResourceTypeDefinition, shellWord } from '@slipway/model'
import type { LinkRecord, ResourceRecord } from '@slipway/stores'
import { noProviderFor } from '../../check/unchecked.ts'
import type { Providers } from '../../providers/providers.ts'
import { isLostWithoutId } from './missing-id.ts'

/** The reason why a step cannot run at present. The step will fail with it, and its dependents are skipped. */
export interface Obstacle {
  readonly code: string
  readonly message: string
  readonly hint?: string
  /** True if the obstacle prevents a replacement, whatever action the step has. */
  readonly isReplacement?: true
  /** True if the obstacle existed before the run that is rolled back. It is no failure, but dependents of the step are skipped. */
  readonly isAsBefore?: true
}

export function asFailure({ code, message, hint }: Obstacle): Failure {
  return new Failure(code, message, hint === undefined ? {} : { hint })
}

/**
 * The obstacle for a create in doubt: nobody knows whether the resource was made, and it must not be made twice.
 *
 * @param asked the name by which the user knows the resource; the record may still have another one
 */
export function doubtObstacle(
  record: ResourceRecord,
  definition: ResourceTypeDefinition | undefined,
  asked = record.name,
): Obstacle & { readonly hint: string } {
  const { name, id, type, failureReasons, replaced } = record
  // A name means the current resource. Another generation is named by its id, and so is a record that will be renamed.
  const said = replaced || asked !== name ? id : name
  // A provider that only finds things by its own ids does not know our resource ids.
  const isItsOwn = isLostWithoutId(record, definition)
  const cut = `the call was cut short, and ${isItsOwn ? 'the id that its provider needs is unknown' : 'its provider cannot tell'}`
  const why = failureReasons[0] ?? cut
  const look = isItsOwn ? 'look for it outside' : `look for it outside (resource id ${id})`
  const settle = (verdict: string): string => `slipway up --settle ${shellWord(`${said}=${verdict}`)}`
  const there = isItsOwn ? `${settle('exists:ID')}, with the id that it has there` : settle('exists')
  return {
    code: 'engine/in-doubt',
    message: `Slipway does not know whether ${name} (${type}) was created: ${why}`,
    hint: `${look}; if it is there: ${there}; if not: ${settle('missing')}, or slipway state rm ${shellWord(said)}`,
  }
}

/** The obstacle for a resource that was already in doubt before the run that is rolled back, and still is. */
export function doubtAsBefore(
  { code }: Obstacle,
  record: ResourceRecord,
  definition: ResourceTypeDefinition | undefined,
): Obstacle {
  const { id, name, replaced } = record
  const there = isLostWithoutId(record, definition) ? 'exists:ID' : 'exists'
  const settle = `to settle it: slipway up --settle ${shellWord(`${replaced ? id : name}=${there}`)}, or =missing`
  return {
    code,
    message: `as before this run, Slipway does not know whether it was created; ${settle}`,
    isAsBefore: true,
  }
}

/** The next step after a given-up call, if nobody has asked yet whether it took effect. */
export function givenUpHint(record: ResourceRecord, definition: ResourceTypeDefinition | undefined): string {
  if (isLostWithoutId(record, definition)) return doubtObstacle(record, definition).hint
  const { id, name, replaced } = record
  const next = 'the next slipway up asks its provider whether it was made'
  if (definition?.settlement !== 'ask') return next
  const settle = (verdict: string): string => `--settle ${shellWord(`${replaced ? id : name}=${verdict}`)}`
  return `${next}; if its provider cannot tell, look for it outside: slipway up ${settle('exists')}, or ${settle('missing')}`
}

/** A known failure as the reason why a step cannot run. */
export function asObstacle({ code, message, hint, details }: Failure): Obstacle {
  return { code, message: [message, ...details].join('; '), ...(hint === undefined ? {} : { hint }) }
}

/** The obstacle for a retained resource whose successor needs its slot. */
export function retainedObstacle({ name, type }: ResourceRecord): Obstacle {
  return {
    code: 'engine/retained-in-the-way',
    message: `${name} (${type}) cannot be replaced: the old one is retained, and the new one would take its place`,
    hint: 'change the name, path or other identity of the new one; or, if the old one may be destroyed, remove its "removalPolicy: retain" (retainOnDelete in a program)',
  }
}

/**
 * The failure for a protected resource that a run was about to destroy although its plan did not show that.
 *
 * @param container the name of its container
 * @param isAsked the resource is still declared as protected, so that lifting the recorded protection alone would not help
 */
export function protectedFailure({ name, type }: ResourceRecord, container?: string, isAsked = false): Failure {
  const other = container === undefined ? '' : `, and so does ${container}, its container`
  return new Failure('engine/protected', `${name} (${type}) is protected, and stays${other}`, {
    hint: toDestroy(true, isAsked ? sayingNoMore : unprotecting(name)),
  })
}

/** The hint how a user lifts the protection in a blueprint. */
export const sayingNoMore = 'set "protect: false" where it is declared'

/** The command that lifts a recorded protection; without a name, the protection of any resource. */
export function unprotecting(name?: string): string {
  return `slipway state unprotect ${name === undefined ? 'NAME' : shellWord(name)}`
}

/** The hint of a failure about one protected resource, or about several. */
export function toDestroy(isOne: boolean, how: string): string {
  return `${isOne ? 'if it' : 'for each that'} may be destroyed: ${how}`
}

/** The reason why a resource cannot be destroyed, if it is known without a call. */
export function removalObstacle(record: ResourceRecord, providers: Providers): Obstacle | undefined {
  const hasProvider = providers.byNamespace.has(namespaceOf(record.type))
  return hasProvider ? configurationObstacle(record, providers) : providerObstacle(record, providers)
}

/** The obstacle for a resource whose configuration no longer exists, so that it cannot be reached. */
export function configurationObstacle(record: ResourceRecord, providers: Providers): Obstacle | undefined {
  const failure = providers.unconfigured?.(record)
  return failure && asObstacle(failure)
}

export function providerObstacle(record: ResourceRecord, providers: Installable): Obstacle {
  const { name, type } = record
  return {
    code: 'engine/no-provider',
    message: `${name} cannot be removed: ${noProviderFor(type)}`,
    hint: installHint(record, providers),
  }
}

/** The failure if no provider can read the resource. */
export function noProviderToAsk(record: ResourceRecord | LinkRecord, providers: Installable): Failure {
  const { name, type } = record
  const message = `${name} cannot be read: ${noProviderFor(type)}`
  return new Failure('engine/no-provider', message, { hint: installHint(record, providers) })
}

type Installable = Pick<Providers, 'howToInstall'>

export function installHint(record: ResourceRecord | LinkRecord, { howToInstall }: Installable): string {
  const { name, pluginId, pluginVersion, pluginDescriptor } = record
  const how = howToInstall?.(record)
  const forget = `or forget it: slipway state rm ${shellWord(name)}`
  // Plugins that the project's own sources define cannot be installed.
  if (how !== undefined && filesOfDescriptor(pluginDescriptor) !== undefined) return `${how}; ${forget}`
  const install = `install ${pluginId} (${pluginVersion} made it)${how === undefined ? ',' : `: ${how};`}`
  return `${install} ${forget}`
}
