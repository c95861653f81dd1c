/** A field of the language, for people. */
interface Field {
  readonly about: string
  /** The words that it takes, when it takes no others. */
  readonly words?: readonly string[]
}

type Fields = Readonly<Record<string, Field>>

const scalarTypes = ['string', 'integer', 'float', 'boolean']
const valueTypes = [...scalarTypes, 'array', 'object']
const description = { about: 'For people.' }

const metadata = {
  displayName: { about: 'The name that people see.' },
  annotations: { about: 'Words for tools, by name: text, numbers, true and false.' },
  custom: { about: 'Anything else; options of Slipway stand below `slipway`.' },
  description,
}

/** The fields of a blueprint and of its parts. A test holds the names against the reader of blueprints. */
export const fields = {
  blueprint: {
    version: { about: 'The version of the specification.', words: ['2025-11-02'] },
    transform: { about: 'Transformers that rewrite the blueprint, in order.' },
    variables: { about: 'Values that whoever deploys gives.' },
    values: { about: 'Values that are worked out once and used anywhere.' },
    include: { about: 'Other blueprints, deployed as children of this one.' },
    resources: { about: 'The things that there shall be.' },
    datasources: { about: 'Things outside that are read and not managed.' },
    exports: { about: 'Values that the deployed instance shows to others.' },
    metadata: { about: 'Anything about the blueprint itself.' },
  },
  variable: {
    type: { about: 'The type of the value.', words: scalarTypes },
    description,
    secret: { about: 'A secret is sealed where it is recorded, and shown nowhere.', words: ['true', 'false'] },
    default: { about: 'The value when nobody gives one.' },
    allowedValues: { about: 'The only values that may be given.' },
  },
  value: {
    type: { about: 'The type of the value.', words: valueTypes },
    value: { about: 'The value: anything, with expressions in it.' },
    description,
    secret: { about: 'A secret is sealed where it is recorded, and shown nowhere.', words: ['true', 'false'] },
  },
  include: {
    path: { about: 'The file of the child, relative to this one.' },
    variables: { about: "Values for the child's variables." },
    metadata: { about: 'Where the file comes from, when it is no file or address.' },
    description,
  },
  dataSource: {
    type: { about: 'The type of the data source: namespace/name.' },
    metadata: { about: 'Words about the data source.' },
    filter: { about: 'What is looked for: one filter, or a list of them.' },
    exports: { about: 'The fields that are read, or "*" for all.' },
    description,
  },
  filter: {
    field: { about: 'The field that is compared.' },
    operator: { about: 'How it is compared.' },
    search: { about: 'What it is compared with: a value, or a list of them.' },
  },
  dataSourceExport: {
    type: { about: 'The type of the field.', words: valueTypes },
    aliasFor: { about: 'The name of the field in the data source, when it is another one.' },
    description,
  },
  resource: {
    type: { about: 'The type of the resource: namespace/name.' },
    description,
    metadata: { about: 'Words about the resource.' },
    dependsOn: { about: 'Resources that must be there first, besides those that are referred to.' },
    condition: { about: 'When this is false, the resource is not there.' },
    each: { about: 'A list: the resource is there once for each item, `elem`, with its index, `i`.' },
    linkSelector: { about: 'Resources that it is linked to, by their labels.' },
    removalPolicy: {
      about: 'What becomes of the thing when the resource leaves the blueprint.',
      words: ['delete', 'retain'],
    },
    spec: { about: 'The properties of the thing.' },
  },
  resourceMetadata: { ...metadata, labels: { about: 'Text by name, for selecting.' } },
  dataSourceMetadata: metadata,
  slipway: {
    moved: { about: 'Resources and children that got other names: a list of `{ from, to }`.' },
    import: { about: 'What is there already: a list of `{ to, id }`, resource and what its provider calls it.' },
    requires: { about: 'What must hold before anything is done: a list of `{ condition, message }`.' },
    checks: {
      about: 'What should hold of all there is, with a warning where not: a list of `{ condition, message }`.',
    },
    plugins: { about: 'Versions of plugins that this blueprint is for, by id: `acme/sqlite: ^1.0`.' },
  },
  resourceOptions: {
    eachKey: { about: "With `each`: an expression for the name of an item's resource instead of its index." },
    mayBeEmpty: {
      about: 'With `each`: what is read from outside may come to no items, and those that are deployed go then.',
      words: ['true', 'false'],
    },
    protect: { about: 'Nothing may destroy or replace it; `false` lifts that.', words: ['true', 'false'] },
    ignoreChanges: { about: 'Properties that stay as they are recorded: paths such as `tags.*`.' },
    replaceOnChanges: { about: 'Properties of which a change makes a new resource: paths such as `image`.' },
    replaceOrder: {
      about: 'Which comes first when it is replaced: the new one, or the end of the old one.',
      words: ['create-first', 'destroy-first'],
    },
    timeouts: { about: 'How long `create`, `update`, `destroy` and `read` may take, such as `create: 10m`.' },
    deletedWith: { about: 'A resource with which it goes, without a call of its own.' },
    aliases: { about: 'Names that it had before.' },
    version: { about: 'Versions of its plugin that it is for: `^1.2`.' },
    import: { about: 'What its provider calls the thing that is there already, and is to be this resource.' },
    preconditions: { about: 'What must hold before it is made or changed: a list of `{ condition, message }`.' },
    postconditions: {
      about: 'What must hold after that, the resource being `self`: a list of `{ condition, message }`.',
    },
    replaceTriggeredBy: {
      about: 'Values that make a new resource when they change, such as `${resources.db.spec.id}`.',
    },
    provider: { about: 'A configuration of its provider: a name below `configurations` in the settings.' },
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
