/** Package schemas of every kind, written by hand to the public metaschema, and a generator for large ones. */

type Schema = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const ref = (token: string): Schema => ({ $ref: `#/types/${token}` })

/** A plain package with everything that a schema can say about resources, functions, methods, types and settings. */
export const library: Schema = {
  name: 'library',
  version: '2.1.0',
  description: 'Books and their shelves',
  keywords: ['books'],
  license: 'Apache-2.0',
  pluginDownloadURL: 'https://plugins.example/library',
  meta: { moduleFormat: '(.*)(?:/[^/]*)' },
  config: {
    variables: {
      town: { ...text, description: 'Where the library stands', defaultInfo: { environment: ['LIBRARY_TOWN'] } },
      open: { type: 'boolean', default: true },
      desk: ref('library:config/desk:Desk'),
    },
  },
  types: {
    'library:config/desk:Desk': { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
    'library:index/rule:Rule': {
      type: 'object',
      description: 'How long a book may be kept',
      properties: {
        days: { type: 'integer', default: 14, description: 'Days until it has to be back' },
        next: ref('library:index/rule:Rule'),
        genre: ref('library:shelves/genre:Genre'),
      },
    },
    'library:shelves/genre:Genre': {
      type: 'string',
      enum: [
        { value: 'crime', description: 'Crime' },
        { value: 'sci-fi', name: 'ScienceFiction', deprecationMessage: 'say crime' },
        { value: '19th' },
      ],
    },
    'library:shelves/place:Place': {
      type: 'object',
      properties: { row: { type: 'integer', replaceOnChanges: true }, note: text },
      required: ['row'],
    },
  },
  provider: {
    inputProperties: {
      town: { ...text, defaultInfo: { environment: ['LIBRARY_TOWN'] } },
      open: { type: 'boolean', defaultInfo: { environment: ['LIBRARY_OPEN'] } },
      key: { ...text, secret: true },
    },
    properties: { town: text, open: { type: 'boolean' } },
    methods: { greeting: 'pulumi:providers:library/greeting' },
  },
  resources: {
    'library:index/book:Book': {
      description: 'A book.\n\n## Example\n\n```typescript\nnew library.Book("emma", { title: "Emma" })\n```',
      inputProperties: {
        title: { ...text, description: 'What is on its cover', willReplaceOnChanges: true },
        rule: ref('library:index/rule:Rule'),
        authors: { type: 'array', items: text },
        prices: { type: 'object', additionalProperties: { type: 'number' } },
        place: ref('library:shelves/place:Place'),
        pin: { ...text, secret: true },
        cover: { $ref: 'pulumi.json#/Asset' },
        next: { $ref: '#/resources/library:index%2Fbook:Book' },
        kind: { ...text, const: 'book' },
        either: { oneOf: [text, ref('library:shelves/genre:Genre')] },
        'odd-name': { type: 'integer' },
        old: { ...text, deprecationMessage: 'write title' },
      },
      requiredInputs: ['title'],
      properties: {
        title: text,
        pages: { type: 'integer' },
        pin: { ...text, secret: true },
        id: text,
        place: ref('library:shelves/place:Place'),
        'odd-name': { type: 'integer' },
      },
      required: ['title', 'pages'],
      stateInputs: { type: 'object', properties: { title: text, pages: { type: 'integer' } } },
      aliases: [{ type: 'library:index/volume:Volume' }],
      methods: { borrow: 'library:index/book:Book/borrow', isIn: 'library:index/book:Book/isIn' },
    },
    'library:shelves/shelf:Shelf': {
      isComponent: true,
      deprecationMessage: 'use two',
      inputProperties: { genre: { ...ref('library:shelves/genre:Genre'), plain: true }, size: { type: 'integer' } },
      plainInputs: ['genre'],
      requiredInputs: ['genre'],
      properties: { books: { type: 'array', items: { $ref: '#/resources/library:index%2Fbook:Book' } } },
      required: ['books'],
    },
  },
  functions: {
    'library:index/getBook:getBook': {
      description: 'Finds a book.',
      inputs: { properties: { title: text, rule: ref('library:index/rule:Rule') }, required: ['title'] },
      outputs: {
        properties: { pages: { type: 'integer' }, place: ref('library:shelves/place:Place') },
        required: ['pages'],
      },
    },
    'library:shelves/count:count': { outputs: { type: 'integer' } },
    'library:shelves/add:add': {
      inputs: { properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a'] },
      multiArgumentInputs: ['a', 'b'],
      outputs: { type: 'integer' },
    },
    'library:index/close:close': { deprecationMessage: 'it stays open', inputs: { properties: { why: text } } },
    'library:index/book:Book/borrow': {
      inputs: {
        properties: { __self__: { $ref: '#/resources/library:index%2Fbook:Book' }, days: { type: 'integer' } },
        required: ['__self__'],
      },
      outputs: { properties: { until: text }, required: ['until'] },
    },
    'library:index/book:Book/isIn': {
      inputs: { properties: { __self__: { $ref: '#/resources/library:index%2Fbook:Book' } }, required: ['__self__'] },
      outputs: { properties: { there: { type: 'boolean' } }, required: ['there'], plain: true },
    },
    'pulumi:providers:library/greeting': {
      inputs: { properties: { __self__: { $ref: '#/provider' } } },
      outputs: { properties: { text }, required: ['text'] },
    },
  },
}

/** A package of components alone. */
export const kitchen: Schema = {
  name: 'kitchen',
  version: '0.3.0',
  namespace: 'acme',
  resources: {
    'kitchen:index:Table': {
      isComponent: true,
      inputProperties: {
        seats: { type: 'integer', plain: true },
        of: { $ref: '/other/v1.0.0/schema.json#/resources/other:index:Wood' },
      },
      requiredInputs: ['seats'],
      properties: { legs: { type: 'integer' } },
      required: ['legs'],
    },
  },
}

/** A package that the plugin `binder` serves when it gets parameters. */
export const notes: Schema = {
  name: 'notes',
  version: '3.0.0',
  parameterization: { baseProvider: { name: 'binder', version: '2.0.0' }, parameter: btoa('red') },
  resources: {
    'notes:index:Sheet': {
      inputProperties: { text, ink: text },
      requiredInputs: ['text'],
      properties: { text, ink: text },
      required: ['text', 'ink'],
    },
  },
  functions: {
    'notes:index:inkOf': { inputs: { properties: { sheet: text } }, outputs: { properties: { ink: text } } },
  },
}

/** A package that the plugin `desk` serves in addition to its own. */
export const letters: Schema = {
  name: 'letters',
  version: '3.0.0',
  extensionParameterization: { baseProvider: { name: 'desk', version: '2.0.0' }, parameter: btoa('blue') },
  resources: {
    'letters:index:Sheet': {
      inputProperties: { text, ink: text },
      requiredInputs: ['text'],
      properties: { text, ink: text },
      required: ['text'],
    },
  },
}

/** A package with names that are keywords, or that the generated files use themselves. */
export const awkward: Schema = {
  name: 'awk-ward',
  version: '1.0.0-rc.1+build.7',
  config: { variables: { class: text, 'two words': text } },
  types: {
    'awk-ward:package:Object': { type: 'object', properties: { delete: text, 'a"b': text } },
    'awk-ward:index:string': { type: 'string', enum: [{ value: '*' }, { value: 'a b' }, { value: '' }] },
    'awk-ward:index:loop': { type: 'array', items: { $ref: '#/types/awk-ward:index:loop' } },
    'awk-ward:v1.2-beta/x:Thing': { type: 'object', properties: { constructor: text } },
  },
  resources: {
    'awk-ward:index:Promise': {
      inputProperties: { await: text },
      properties: { getProvider: text, constructor: text },
    },
    'awk-ward:index:pulumi': { properties: { x: ref('awk-ward:v1.2-beta/x:Thing') } },
    'awk-ward:index:Index': { properties: { y: ref('awk-ward:index:string') } },
    'awk-ward:index:Utilities': { properties: { z: ref('awk-ward:index:loop') } },
    'awk-ward:package:Error': { inputProperties: { needed: text }, requiredInputs: ['needed'] },
    'awk-ward:package:INDEX': { properties: { o: ref('awk-ward:package:Object') } },
  },
  functions: {
    'awk-ward:index:delete': { inputs: { properties: { new: text } }, outputs: { properties: { class: text } } },
    'awk-ward:index:index': {},
    'awk-ward:package:inputs': {
      inputs: { properties: { o: ref('awk-ward:package:Object') } },
      outputs: { type: 'string' },
    },
  },
}

/** A package like that of a large cloud: `count` resource types with docs, and nested types, enumerations and functions. */
export function cloud(count: number): Schema {
  const resources: Record<string, unknown> = {}
  const functions: Record<string, unknown> = {}
  const types: Record<string, unknown> = {}
  for (let index = 0; index < count; index++) {
    const module = `service${index % 60}`
    const name = `Thing${index}`
    const inner = `cloud:${module}:${name}Settings`
    const deep = `cloud:${module}:${name}Rule`
    const mode = `cloud:${module}:${name}Mode`
    types[mode] = { type: 'string', enum: ['fast', 'slow', 'off'].map((value) => ({ value })) }
    types[deep] = { type: 'object', properties: propertiesOf(8, index), required: ['p0'] }
    types[inner] = {
      type: 'object',
      properties: { ...propertiesOf(6, index), rules: { type: 'array', items: ref(deep) }, mode: ref(mode) },
    }
    const properties = { ...propertiesOf(20, index), settings: ref(inner), mode: ref(mode) }
    resources[`cloud:${module}:${name}`] = {
      description: `${'A thing of the cloud, and what it is for. '.repeat(12)}\n\n\`\`\`typescript\nnew cloud.${name}("x")\n\`\`\``,
      inputProperties: properties,
      requiredInputs: ['p0', 'p1'],
      properties: { ...properties, arn: text, state: text },
      required: ['p0', 'p1', 'arn'],
    }
    if (index % 3 === 0)
      functions[`cloud:${module}:get${name}`] = {
        inputs: { properties: { name: text }, required: ['name'] },
        outputs: { properties, required: ['p0'] },
      }
  }
  return { name: 'cloud', version: '1.0.0', resources, functions, types }
}

function propertiesOf(count: number, seed: number): Record<string, unknown> {
  const kinds = [text, { type: 'integer' }, { type: 'boolean' }, { type: 'array', items: text }]
  const description = 'What this says of the thing, and what comes of it when it is changed.'
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `p${index}`,
      { ...kinds[(index + seed) % kinds.length], description },
    ]),
  )
}
