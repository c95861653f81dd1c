import type { PropertySchema } from './provider/schema.ts'

/** A check of an option beyond its schema. The engine has a rule for each of these names (`check/resources/resource-options.ts`). */
export type OptionRule =
  | 'paths below the spec'
  | 'lengths of time'
  | 'container'
  | 'former names'
  | 'configuration'
  | 'plugin versions'
  | 'order of a replacement'

/** All that parsing, checking, recording, showing, state transfer, editors and docs need to know about an option of a resource. */
export interface OptionDefinition {
  /** The description that editors show. */
  readonly about: string
  /** The schema of the written value: a boolean, a text, a list of texts, or an object whose attributes are texts. */
  readonly schema: PropertySchema
  readonly rule?: OptionRule
  /** The option's name in `slipway state show`. Such an option is recorded, because it counts even if no blueprint has it any more. */
  readonly recordedAs?: string
  /** Data sources have the option, too. */
  readonly ofDataSources?: true
  /**
   * Resources that a transformer makes inherit all options of their abstract resource; this option only with the same name or the same
   * type.
   */
  readonly keptFor?: 'same name' | 'same type'
}

const texts = { type: 'array', items: { type: 'string' } } as const satisfies PropertySchema
const duration = { type: 'string' } as const satisfies PropertySchema

/**
 * The options of a resource, in the order in which they are shown. The names are the same in a blueprint, under `metadata.custom.slipway`,
 * and in a program.
 */
export const resourceOptions = {
  /** `true` forbids destroying the resource. `false` lifts a recorded protection; if left out, a recorded protection stays. */
  protect: {
    about: 'If true, nothing may destroy or replace the resource. `false` lifts the protection.',
    schema: { type: 'boolean' },
    recordedAs: 'protected',
  },
  /** Properties that keep their recorded values: patterns of paths below the spec, such as `tags.*`. */
  ignoreChanges: {
    about: 'Properties that keep their recorded values: paths such as `tags.*`.',
    schema: texts,
    rule: 'paths below the spec',
  },
  /** The name of its container. When that is destroyed, this resource goes too, without a call of its own. */
  deletedWith: {
    about: 'The container: when it is destroyed, this resource is destroyed with it, without its own call.',
    schema: { type: 'string' },
    rule: 'container',
    recordedAs: 'goes with',
  },
  /** The name of a configuration of its provider. */
  provider: {
    about: 'The configuration of its provider: a name under `configurations` in the settings, or `resources.NAME`.',
    schema: { type: 'string' },
    rule: 'configuration',
    recordedAs: 'provider',
    ofDataSources: true,
  },
  /** The order of a replacement. If left out, its type or its provider decides. */
  replaceOrder: {
    about: 'What comes first when the resource is replaced: to create the new one, or to destroy the old one.',
    schema: { type: 'string', allowedValues: ['create-first', 'destroy-first'] },
    rule: 'order of a replacement',
    recordedAs: 'replaced',
  },
  /** Properties whose changes need a new resource although its type does not say so: patterns of paths below the spec. */
  replaceOnChanges: {
    about: 'Properties that replace the resource when they change: paths such as `image`.',
    schema: texts,
    rule: 'paths below the spec',
    recordedAs: 'replaced for',
  },
  /** How long its provider may take: `90s`, `10m`. */
  timeouts: {
    about: 'How long the provider may take to `create`, `update`, `destroy` and `read`, such as `create: 10m`.',
    schema: { type: 'object', attributes: { create: duration, update: duration, destroy: duration, read: duration } },
    rule: 'lengths of time',
    recordedAs: 'timeouts',
  },
  /** Former names of the resource. */
  aliases: {
    about: 'Former names of the resource.',
    schema: texts,
    rule: 'former names',
    keptFor: 'same name',
  },
  /** The provider's id of an existing thing that becomes this resource. */
  import: {
    about: 'The id, at its provider, of something that already exists and becomes this resource.',
    schema: { type: 'string', minLength: 1 },
    keptFor: 'same name',
  },
  /** The plugin versions for which the resource is written: `^1.2`. */
  version: {
    about: 'The plugin versions that the resource is for: `^1.2`.',
    schema: { type: 'string' },
    rule: 'plugin versions',
    keptFor: 'same type',
  },
} as const satisfies Readonly<Record<string, OptionDefinition>>

type Table = typeof resourceOptions
export type OptionName = keyof Table

/** The names of all options, or of those for which `holds` is true. */
export function optionNames(holds: (option: OptionDefinition) => boolean = () => true): readonly OptionName[] {
  return (Object.keys(resourceOptions) as readonly OptionName[]).filter((name) => holds(resourceOptions[name]))
}

export const recordedOptionNames = optionNames(({ recordedAs }) => recordedAs !== undefined) as readonly RecordedName[]

type RecordedName = NamesWith<{ readonly recordedAs: string }>
type NamesWith<What> = { [Name in OptionName]: Table[Name] extends What ? Name : never }[OptionName]

type Written<Schema> = Schema extends { readonly type: 'boolean' }
  ? boolean
  : Schema extends { readonly allowedValues: readonly (infer Word)[] }
    ? Word
    : Schema extends { readonly type: 'string' }
      ? string
      : Schema extends { readonly type: 'array'; readonly items: infer Item }
        ? readonly Written<Item>[]
        : Schema extends { readonly attributes: infer Attributes }
          ? { readonly [Name in keyof Attributes]?: Written<Attributes[Name]> }
          : never

type Read<Option> = Option extends { readonly schema: infer Schema }
  ? Option extends { readonly rule: 'lengths of time' }
    ? { readonly [Name in keyof Written<Schema>]?: number }
    : Written<Schema>
  : never

/** The options as they are written. */
export type WrittenOptions = { readonly [Name in OptionName]?: Written<Table[Name]['schema']> }

/** The options after the check, with lengths of time in milliseconds. */
export type CheckedOptions = { readonly [Name in OptionName]?: Read<Table[Name]> }

/** The options as they are recorded. A boolean is only recorded if it is true. */
export type KeptOptions = {
  readonly [Name in RecordedName]?: Read<Table[Name]> extends boolean ? true : Read<Table[Name]>
}
