import { type OptionDefinition, optionNames, resourceOptions } from '@slipway/model'

interface Field {
  readonly about: string
  /** The only words that the field takes; absent: it takes others, too. */
  readonly words?: readonly string[]
}

type Fields = Readonly<Record<string, Field>>

const scalarTypes = ['string', 'integer', 'float', 'boolean']
const valueTypes = [...scalarTypes, 'array', 'object']
const variableTypes = [...valueTypes, 'list', 'map']
const description = { about: 'Text for people who read the blueprint.' }

const variable = {
  type: {
    about: 'The type of the value. `list` is another word for `array`, `map` for `object`.',
    words: variableTypes,
  },
  description,
  secret: {
    about: 'If true, the value is encrypted wherever it is recorded, and never shown.',
    words: ['true', 'false'],
  },
  default: { about: 'The value if none is given.' },
  allowedValues: { about: 'The only values that are allowed.' },
}

const inside = {
  items: {
    about:
      'The type of each item of an array, or of each value of an object with any names: a word, or a map with `type`.',
  },
  properties: { about: 'The types of the properties of an object, by name: words, or maps with `type`.' },
}

const metadata = {
  displayName: { about: 'The name shown to people.' },
  annotations: { about: 'Notes for tools, by name: text, numbers, true and false.' },
  custom: { about: 'Anything else. Slipway reads its options of the resource under `slipway`.' },
  description,
}

const options = {
  about: 'Options of Slipway, instead of `metadata.custom.slipway`. Other engines refuse it.',
}

const optionFields: Fields = Object.fromEntries(
  optionNames().map((name) => {
    const { about, schema }: OptionDefinition = resourceOptions[name]
    const words = schema.type === 'boolean' ? ['true', 'false'] : schema.allowedValues?.map(String)
    return [name, { about, ...(words !== undefined && { words }) }]
  }),
)

/** The fields of a blueprint and of its parts. A test compares the names with those that the reader of blueprints knows. */
export const fields = {
  blueprint: {
    version: { about: 'The version of the blueprint specification.', words: ['2025-11-02'] },
    transform: { about: 'Transformers that rewrite the blueprint, in order.' },
    variables: { about: 'The inputs of a deployment: their values are given when you deploy.' },
    values: { about: 'Values that are computed once and used in several places.' },
    include: { about: 'Other blueprints that are deployed as children of this one.' },
    resources: { about: 'The resources that should exist.' },
    datasources: { about: 'Things outside that are only read, not managed.' },
    exports: { about: 'The outputs of a deployment.' },
    metadata: { about: 'Information about the blueprint itself.' },
  },
  variable: { ...variable, ...inside },
  variableShape: {
    ...variable,
    ...inside,
    required: { about: 'If false, the property may be left out although it has no default.', words: ['true', 'false'] },
  },
  value: {
    type: { about: 'The type of the value.', words: valueTypes },
    value: { about: 'The value. It may contain expressions.' },
    description,
    secret: {
      about: 'If true, the value is encrypted wherever it is recorded, and never shown.',
      words: ['true', 'false'],
    },
  },
  include: {
    path: { about: 'The path of the child, relative to this file.' },
    variables: { about: "Values for the child's variables." },
    metadata: { about: 'Where the child comes from: `sourceType`, `host`, `sha256` and others.' },
    description,
  },
  dataSource: {
    type: { about: 'The type of the data source: namespace/name.' },
    metadata: { about: 'Information about the data source.' },
    filter: { about: 'One filter, or a list of filters that must all match.' },
    exports: { about: 'The fields to read, or "*" for all fields.' },
    options,
    description,
  },
  filter: {
    field: { about: 'The field to compare.' },
    operator: { about: 'How to compare the field.' },
    search: { about: 'The values to compare with: one value, or a list of values.' },
  },
  dataSourceExport: {
    type: { about: 'The type of the field.', words: valueTypes },
    aliasFor: { about: 'The name of the field in the data source, if it is not the name used here.' },
    description,
  },
  resource: {
    type: { about: 'The type of the resource: namespace/name.' },
    description,
    metadata: { about: 'Information about the resource.' },
    dependsOn: { about: 'Resources that must exist first, in addition to those that expressions refer to.' },
    condition: { about: 'If this is false, the resource does not exist.' },
    each: { about: 'A list or a map: one resource exists for each item. `elem` is the item, `i` its index or key.' },
    linkSelector: { about: 'Links the resource to others, which it selects by their labels.' },
    removalPolicy: {
      about:
        'What happens when the resource leaves the blueprint: it is destroyed (`delete`), or only forgotten (`retain`).',
      words: ['delete', 'retain'],
    },
    options,
    spec: { about: 'The properties of the resource.' },
  },
  resourceMetadata: { ...metadata, labels: { about: 'Text by name. A `linkSelector` selects resources by it.' } },
  dataSourceMetadata: metadata,
  slipway: {
    moved: { about: 'Resources and children that have a new name: a list of `{ from, to }`.' },
    import: {
      about: 'Existing things that become resources: a list of `{ to, id }`, the resource and its id at its provider.',
    },
    protect: {
      about: 'Protects all of an instance: nothing of it is destroyed or replaced. `true`, `false` or an expression.',
    },
    requires: { about: 'Conditions that must be true before the deployment: a list of `{ condition, message }`.' },
    checks: {
      about:
        'Conditions that should be true afterwards, otherwise there is a warning: a list of `{ condition, message }`.',
    },
    plugins: { about: 'The plugin versions that this blueprint is for, by plugin id: `acme/sqlite: ^1.0`.' },
  },
  dataSourceOptions: Object.fromEntries(
    optionNames((option) => option.ofDataSources === true).map((name) => [name, optionFields[name]]),
  ) as Fields,
  resourceOptions: {
    eachKey: {
      about: 'With `each`: an expression for the key that names the resource of an item, instead of its index.',
    },
    mayBeEmpty: {
      about: 'With `each`: the list read from outside may be empty; the deployed resources are then destroyed.',
      words: ['true', 'false'],
    },
    ...optionFields,
    preconditions: {
      about:
        'Conditions that must be true before the resource is created or updated: a list of `{ condition, message }`.',
    },
    postconditions: {
      about: 'Conditions that must be true afterwards; `self` is the resource: a list of `{ condition, message }`.',
    },
    replaceTriggeredBy: {
      about: 'Values that replace the resource when they change, such as `${resources.db.spec.id}`.',
    },
  },
  export: {
    type: { about: 'The type of the value.', words: valueTypes },
    field: { about: 'The value: a reference such as `resources.web.spec.url`.' },
    description,
  },
} satisfies Readonly<Record<string, Fields>>

export type Part = keyof typeof fields

export function fieldsOf(part: Part): Fields {
  return fields[part]
}
