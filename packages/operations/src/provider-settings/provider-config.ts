import {
  Failure,
  secret,
  type ConfigFieldDefinition,
  type ProviderDefinition,
  type Scalar,
  type Value,
} from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { fieldOf } from './config-field.ts'
import { isPointer } from '../settings/given-text.ts'
import { plainSecretsOf, soundsSecret } from '../settings/plain-secrets.ts'
import { scalarFromText } from '../settings/read-value.ts'
import type { SettingValue } from '../settings/known.ts'
import { type Settings, writtenKey } from '../settings/settings.ts'

/** The owner of settings: `providers.aws`, `transformers.celerity`. */
interface Owner {
  readonly group: 'providers' | 'transformers'
  /** The last part of the plugin's id. */
  readonly name: string
  /** For a provider: the name of an additional configuration, which inherits missing settings from the main one. */
  readonly configuration?: string
}

type Configured = Pick<ProviderDefinition, 'config'>

/** Returns the settings of a plugin, checked by the plugin's own rules. Fails with all mistakes. */
export function pluginConfig(
  owner: Owner,
  { config }: Configured,
  settings: Settings,
): Readonly<Record<string, Scalar>> {
  const { name: namespace } = owner
  const places = placesOf(owner)
  const given = Object.assign({}, ...places.map((place) => settings.below(...place))) as Readonly<
    Record<string, SettingValue>
  >
  const placeOf = (name: string): readonly string[] =>
    places.findLast((place) => settings.get(...place, name) !== undefined) ?? []
  const values: Record<string, Scalar> = {}
  const problems: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const field = fieldOf(config.fields, name)
    const { origin = '', value: written } = settings.get(...placeOf(name), name) ?? {}
    if (field === undefined && !config.allowAdditionalFields) {
      const hint = didYouMean(name, Object.keys(config.fields))
      problems.push(`${namespace} has no setting "${name}" (${origin})${hint === undefined ? '' : `: ${hint}`}`)
      continue
    }
    const isWords = isPointer(written) && field !== undefined && field.type !== 'string'
    const scalar = isWords && typeof value === 'string' ? scalarFromText(value) : (value as Scalar)
    if (field !== undefined && !fits(field, scalar)) {
      problems.push(`${writtenKey([...placeOf(name), name])} (${origin}) must be ${wanted(field)}`)
    } else values[name] = scalar
  }
  for (const [name, field] of Object.entries(config.fields)) {
    if (name.includes('<') || Object.hasOwn(values, name)) continue
    if (field.default !== undefined) values[name] = field.default
    else if (field.required === true && !Object.hasOwn(given, name)) {
      problems.push(`${namespace} needs the setting "${name}": ${field.description ?? field.label ?? wanted(field)}`)
    }
  }
  if (problems.length > 0) throw badConfig(owner, problems)
  return values
}

/** Returns the paths of the owner's settings, strongest last. */
function placesOf({ group, name, configuration }: Owner): readonly (readonly string[])[] {
  return [[group, name], ...(configuration === undefined ? [] : [['configurations', name, configuration]])]
}

/** Warns about settings that name a Pulumi plugin without its colon and so have no effect. */
export function misnamedSettings(
  { name }: Owner,
  settings: Settings,
  namespaces: readonly string[],
): readonly string[] {
  const plain = name.slice(0, -1)
  if (!name.endsWith(':') || namespaces.includes(plain) || !settings.names('providers').includes(plain)) return []
  const [key, right] = [writtenKey(['providers', plain]), writtenKey(['providers', name])]
  return [`warning: no plugin reads the settings ${key}: the Pulumi plugin ${plain} reads ${right}`]
}

/** Settings that every Pulumi plugin has in addition to its schema. */
const ofEveryPlugin: ReadonlySet<string> = new Set(['version', 'pluginDownloadURL'])

/** Maximum number of names in a message; longer lists do not help. */
const mostNamed = 10

/**
 * Warns about settings that a Pulumi plugin's schema lacks. A plugin may accept more settings than its schema lists, or refuse settings when it is
 * configured.
 */
export function unknownSettings(owner: Owner, { config }: Configured, settings: Settings): readonly string[] {
  const plugin = owner.name.slice(0, -1)
  const known = Object.keys(config.fields)
  if (!owner.name.endsWith(':') || known.length === 0) return []
  return placesOf(owner).flatMap((place) =>
    settings.names(...place).flatMap((name) => {
      if (fieldOf(config.fields, name) !== undefined || ofEveryPlugin.has(name)) return []
      const all = known.length > mostNamed ? `there are ${known.length} others` : `there are: ${known.join(', ')}`
      const hint = didYouMean(name, known) ?? all
      return [`warning: the Pulumi plugin ${plugin} declares no setting ${writtenKey([...place, name])}: ${hint}`]
    }),
  )
}

/** Warns about secrets on the command line, where all users of the machine can read them. */
export function plainSecrets(owner: Owner, { config }: Configured, settings: Settings): readonly string[] {
  return plainSecretsOf(
    settings,
    placesOf(owner).at(-1) ?? [],
    (name) => fieldOf(config.fields, name)?.secret === true || soundsSecret(name),
  )
}

/** Returns the values of settings that the plugin declares secret. */
export function secretsOf(values: Readonly<Record<string, Scalar>>, { config }: Configured): readonly Value[] {
  return Object.entries(values).flatMap(([name, value]) =>
    fieldOf(config.fields, name)?.secret === true ? [secret(value)] : [],
  )
}

function fits({ type, allowedValues }: ConfigFieldDefinition, value: Scalar): boolean {
  if (allowedValues !== undefined && allowedValues.length > 0 && !allowedValues.includes(value)) return false
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'string') return typeof value === 'string'
  return typeof value === 'number' && (type === 'float' || Number.isInteger(value))
}

function wanted({ type, allowedValues }: ConfigFieldDefinition): string {
  if (allowedValues !== undefined && allowedValues.length > 0) return `one of ${allowedValues.join(', ')}`
  return { string: 'a text', integer: 'a whole number', float: 'a number', boolean: 'true or false' }[type]
}

function badConfig(owner: Owner, problems: readonly string[]): Failure {
  const { group, name, configuration } = owner
  const kind = group === 'providers' ? 'provider' : 'transformer'
  const which = configuration === undefined ? '' : ` in its configuration "${configuration}"`
  const hint = `correct ${writtenKey(placesOf(owner).at(-1) ?? [])} in slipway.config.yaml`
  return new Failure('cli/bad-provider-config', `the settings of the ${kind} ${name} are wrong${which}`, {
    details: problems,
    hint,
  })
}
