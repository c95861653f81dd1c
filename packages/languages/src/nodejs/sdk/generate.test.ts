import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '@slipway/model'
import fc from 'fast-check'
import { parseSync } from 'oxc-parser'
import { sdkOf } from './generate.ts'
import { loadSdk } from './testing/load-sdk.ts'
import { awkward, cloud, kitchen, letters, library, notes } from './testing/schemas.ts'

function filesOf(schema: object): ReadonlyMap<string, string> {
  return new Map(sdkOf(JSON.stringify(schema)).files())
}

/** A class or function of an SDK that a test calls. */
type Callable = (new (...given: readonly unknown[]) => Record<string, (...given: readonly unknown[]) => unknown>) &
  ((...given: readonly unknown[]) => unknown)

function loaded(schema: object, env?: Readonly<Record<string, string>>) {
  const sdk = loadSdk(filesOf(schema), env)
  return { ...sdk, sdk: sdk.load() as Readonly<Record<string, Callable & Readonly<Record<string, Callable>>>> }
}

/** Makes a resource, as a program does. */
function make(type: Callable | undefined, ...given: readonly unknown[]) {
  assert.ok(type)
  return new type(...given)
}

/** The values of a call, without the absent ones. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** The mistakes that a parser finds, and the kinds of statements at the top. */
function parsed(
  path: string,
  text: string,
): { readonly mistakes: readonly string[]; readonly kinds: readonly string[] } {
  const { errors, program } = parseSync(path, text, path.endsWith('.d.ts') ? { lang: 'dts' } : { sourceType: 'script' })
  const kinds = [...new Set(program.body.map(({ type }) => type))].sort()
  return { mistakes: errors.map(({ message }) => `${path}: ${message}`), kinds }
}

describe('an SDK made from a schema', () => {
  for (const [name, schema] of Object.entries({ library, kitchen, notes, letters, awkward, cloud: cloud(30) }))
    test(`of ${name} has files that a parser reads, and loads`, () => {
      const files = filesOf(schema)
      for (const [path, text] of files) if (!path.endsWith('.json')) assert.deepEqual(parsed(path, text).mistakes, [])
      const { load, loaded: paths } = loadSdk(files)
      load()
      assert.ok(
        paths().every((path) => /index\.js$|^types\/|^utilities\.js$|^config\//.test(path)),
        paths().join(' '),
      )
    })

  test('makes resources with what the schema says of them', () => {
    const { sdk, asked } = loaded(library)
    make(sdk['Book'], 'emma', { title: 'Emma', pin: '12', rule: {}, 'odd-name': 1, either: 'x' })
    const [kind, type, name, values, options] = asked.calls[0] ?? []
    assert.deepEqual([kind, type, name], ['custom', 'library:index/book:Book', 'emma'])
    assert.deepEqual(plain(values), {
      title: 'Emma',
      pin: { secret: '12' },
      rule: { days: 14 },
      'odd-name': 1,
      either: 'x',
      kind: 'book',
    })
    // The object names its outputs, so that they exist as keys.
    assert.ok(Object.hasOwn(values as object, 'pages'))
    assert.deepEqual(plain(options), {
      version: '2.1.0',
      pluginDownloadURL: 'https://plugins.example/library',
      aliases: [{ type: 'library:index/volume:Volume' }],
      additionalSecretOutputs: ['pin'],
      replaceOnChanges: ['place.row'],
    })
    assert.throws(() => make(sdk['Book'], 'none', {}), /Missing required property 'title'/)
  })

  test('looks a resource up by its id and its state', () => {
    const { sdk, asked } = loaded(library)
    sdk['Book']?.['get']?.('emma', 'id-1', { pages: 3 })
    assert.deepEqual(plain(asked.calls[0]?.[3]), { pages: 3 })
    assert.deepEqual(plain(asked.calls[0]?.[4]), {
      version: '2.1.0',
      pluginDownloadURL: 'https://plugins.example/library',
      id: 'id-1',
      aliases: [{ type: 'library:index/volume:Volume' }],
      additionalSecretOutputs: ['pin'],
      replaceOnChanges: ['place.row'],
    })
  })

  test('knows its own resources by their type', () => {
    const { Book } = loaded(library).sdk
    assert.equal(Book?.['isInstance']?.({ __pulumiType: 'library:index/book:Book' }), true)
    assert.equal(Book?.['isInstance']?.(undefined), false)
  })

  test('asks for components, and says what is deprecated', () => {
    const { sdk, asked } = loaded(library)
    make(sdk['shelves']?.['Shelf'], 'crime', { genre: 'crime' })
    const [kind, type, , values, , remote] = asked.calls[0] ?? []
    assert.deepEqual(
      [kind, type, plain(values), remote],
      ['component', 'library:shelves/shelf:Shelf', { genre: 'crime' }, true],
    )
    assert.deepEqual(asked.warnings, ['Shelf is deprecated: use two'])
  })

  test('gives a provider its settings as texts, from the environment where the program says nothing', () => {
    const { sdk, asked } = loaded(library, { LIBRARY_TOWN: 'Bath', LIBRARY_OPEN: 'false' })
    make(sdk['Provider'], 'p', { key: 'k' })
    assert.deepEqual(plain(asked.calls[0]?.slice(0, 4)), [
      'provider',
      'library',
      'p',
      { town: 'Bath', open: 'false', key: { secret: 'k' } },
    ])
  })

  test('calls functions, with plain arguments and with outputs, and by position', () => {
    const { sdk, asked } = loaded(library)
    sdk['getBook']?.({ title: 'Emma' })
    sdk['getBookOutput']?.({ title: 'Emma' })
    sdk['shelves']?.['count']?.()
    sdk['shelves']?.['add']?.(1, 2)
    assert.deepEqual(
      asked.calls.map(([kind, token, values]) => [kind, token, plain(values)]),
      [
        ['invoke', 'library:index/getBook:getBook', { title: 'Emma' }],
        ['invokeOutput', 'library:index/getBook:getBook', { title: 'Emma' }],
        ['invokeSingle', 'library:shelves/count:count', {}],
        ['invokeSingle', 'library:shelves/add:add', { a: 1, b: 2 }],
      ],
    )
  })

  test('calls methods of a resource with the resource itself', () => {
    const { sdk, asked } = loaded(library)
    const book = make(sdk['Book'], 'emma', { title: 'Emma' })
    book['borrow']?.({ days: 2 })
    const [kind, token, values, self] = asked.calls[1] ?? []
    assert.deepEqual([kind, token], ['call', 'library:index/book:Book/borrow'])
    assert.equal((values as Record<string, unknown>)['__self__'], book)
    assert.equal(self, book)
  })

  test('tells the engine of a package that the plugin serves by parameters, before anything else of it', async () => {
    for (const [schema, more] of [
      [notes, {}],
      [letters, { extension: true }],
    ] as const) {
      const { sdk, asked } = loaded(schema)
      make(sdk['Sheet'], 'one', { text: 'x' })
      const [, , , , options, , reference] = asked.calls[0] ?? []
      assert.deepEqual(plain(options), {})
      assert.equal(await reference, 'the reference')
      const about = asked.told[0] as Record<string, unknown>
      assert.deepEqual(
        [about['packageName'], about['extension']],
        [schema['name'], ...Object.values(more), undefined].slice(0, 2),
      )
    }
  })

  test('has the enumerations, the settings and the registration of its modules', () => {
    const { sdk, asked } = loaded(library)
    assert.deepEqual(plain(sdk['shelves']?.['Genre']), { Crime: 'crime', ScienceFiction: 'sci-fi', _19th: '19th' })
    assert.equal(sdk['config']?.['town'], 'setting town')
    assert.equal(sdk['config']?.['open'], true)
    assert.deepEqual([...asked.registered].sort(), ['library', 'library index/book', 'library shelves/shelf'])
  })

  test('is a package without scripts and without dependencies of the schema', () => {
    const manifest = JSON.parse(
      filesOf({ ...notes, language: { nodejs: { dependencies: { evil: '1' } } } }).get('package.json') ?? '',
    )
    assert.deepEqual(manifest, {
      name: '@pulumi/notes',
      version: '3.0.0',
      type: 'commonjs',
      main: './index.js',
      types: './index.d.ts',
      peerDependencies: { '@pulumi/pulumi': '^3.142.0' },
      pulumi: {
        resource: true,
        name: 'binder',
        version: '2.0.0',
        parameterization: { name: 'notes', version: '3.0.0', value: btoa('red') },
      },
    })
  })

  test('tells what it leaves out', () => {
    const overlay = { isOverlay: true }
    const twice = { inputProperties: {} }
    const resources = { 'p:index:Chart': overlay, 'p:index/a:Thing': twice, 'p:index/b:Thing': twice }
    const { leftOut } = sdkOf(JSON.stringify({ name: 'p', meta: library['meta'], resources }))
    assert.deepEqual(leftOut, [
      '"p:index:Chart" is written by hand in the SDKs of Pulumi, and is not a part of the plugin',
      '"p:index/b:Thing" has the same name in an SDK as "p:index/a:Thing"',
    ])
  })
})

describe('a schema that is not fit for an SDK is refused by name', () => {
  const refused: readonly (readonly [schema: object | string, why: RegExp])[] = [
    ['[]', /is not an object of JSON/],
    ['{', /is not an object of JSON/],
    [{ name: '../../etc' }, /has the name "\.\.\/\.\.\/etc", which is not a valid package name/],
    [{ name: 'p', resources: { 'p:index:../../x': {} } }, /has a type "p:index:\.\.\/\.\.\/x"/],
    [{ name: 'p', resources: { 'p:index:A;B': {} } }, /whose name "A;B" is not a word/],
    [{ name: 'p', resources: { nothing: {} } }, /not of the form package:module:Name/],
    [{ name: 'p', resources: { 'p:a/b/c/d/e/f/g/h/i/j/k:A': {} } }, /more than 10 levels/],
    [{ name: 'p', resources: { 'p:Zone:A': {}, 'p:zone:B': {} } }, /some file systems do not tell apart/],
    [{ name: 'p', types: { 'p:i:A': { properties: JSON.parse('{"__proto__": {}}') } } }, /has a property "__proto__"/],
    [{ name: 'p', language: { nodejs: { packageName: '@pulumi/pulumi' } } }, /asks for an SDK with the name/],
    [{ name: 'p', language: { nodejs: { packageName: '../x' } } }, /asks for an SDK with the name/],
    [{ name: 'p', meta: { moduleFormat: '(' }, resources: { 'p:a:A': {} } }, /has a moduleFormat/],
    [
      { name: 'p', parameterization: { baseProvider: { name: 'b' }, parameter: '";' } },
      /a parameter that is not base64/,
    ],
  ]
  for (const [schema, why] of refused)
    test(String(why), () => {
      const text = typeof schema === 'string' ? schema : JSON.stringify(schema)
      assert.throws(
        () => [...sdkOf(text).files()],
        (error) => error instanceof Failure && error.code === 'package/bad-schema' && why.test(error.message),
      )
    })

  test('types in each other without an end', () => {
    const nested = '{"items":'.repeat(60_000)
    const text = `{"name":"p","types":{"p:i:A":{"properties":{"x":{"type":"array","items":${nested}{}${'}'.repeat(60_000)}}}}}}`
    // A list needs its `type` at each level.
    const lists = text.replaceAll('{"items":', '{"type":"array","items":')
    assert.throws(() => sdkOf(lists), /more than 40 types in each other/)
  })
})

describe('no text of a schema becomes code', () => {
  /** Texts that would do something if they came out of their quotes, their comment, or their place. */
  const hostile = fc.oneof(
    fc.constantFrom(
      '"; globalThis.hit = 1; "',
      "'; globalThis.hit = 1; '",
      '`${globalThis.hit = 1}`',
      '*/ globalThis.hit = 1; /*',
      '\n*/\nglobalThis.hit = 1\n/*',
      '\u2028globalThis.hit = 1\u2029',
      '\\"; globalThis.hit = 1 //',
      '] = 1; globalThis.hit = 1; //',
      '</script><!--',
      '../../../outside',
      '__proto__',
      'constructor',
      'delete',
      '',
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
  const property = fc.record(
    {
      type: fc.constantFrom('string', 'integer', 'boolean', 'object', 'array'),
      description: hostile,
      default: hostile,
      const: hostile,
      deprecationMessage: hostile,
      secret: fc.boolean(),
      replaceOnChanges: fc.boolean(),
      defaultInfo: fc.record({ environment: fc.array(hostile, { maxLength: 2 }) }),
      $ref: fc.oneof(hostile, fc.constantFrom('#/types/p:m:Kind', '#/types/p:m:Shape', '#/resources/p:m:Thing')),
    },
    { requiredKeys: ['type'] },
  )
  const properties = fc.dictionary(hostile, property, { maxKeys: 4 })
  const object = fc.record({ properties, required: fc.array(hostile, { maxLength: 2 }), description: hostile })
  const module = fc.oneof(
    fc.constantFrom('m', 'a/b', 'index', '..', '../x', 'new'),
    hostile.map((text) => text.replaceAll(':', '')),
  )
  const schema = fc
    .record({
      module,
      name: fc.oneof({ weight: 8, arbitrary: fc.constant('p') }, { weight: 1, arbitrary: hostile }),
      version: hostile,
      description: hostile,
      pluginDownloadURL: hostile,
      homepage: hostile,
      inner: object,
      enums: fc.array(fc.record({ value: hostile, name: hostile, description: hostile }), { maxLength: 3 }),
      inputs: properties,
      outputs: properties,
      aliases: fc.array(fc.record({ type: hostile }), { maxLength: 2 }),
      deprecationMessage: hostile,
      config: properties,
      renamed: hostile,
      own: fc.oneof({ weight: 8, arbitrary: fc.constant('Thing') }, { weight: 1, arbitrary: hostile }),
    })
    .map(
      ({
        module: place,
        own,
        inner,
        enums,
        inputs,
        outputs,
        config,
        renamed,
        aliases,
        deprecationMessage,
        ...head
      }) => {
        const about = { description: head.description, deprecationMessage }
        return Object.assign(head, {
          config: { variables: config },
          types: { 'p:m:Kind': { ...inner, type: 'object' }, 'p:m:Shape': { type: 'string', enum: enums, ...about } },
          provider: { inputProperties: inputs, properties: outputs },
          resources: {
            'p:m:Thing': { inputProperties: inputs, properties: outputs, aliases, ...about },
            [`p:${place}:${own}`]: { ...about, isComponent: true, inputProperties: outputs, properties: inputs },
          },
          functions: {
            [`p:${place}:call`]: { ...about, inputs: { properties: inputs }, outputs: { properties: outputs } },
          },
          language: { nodejs: { moduleToPackage: { m: renamed } } },
        })
      },
    )
  const path = /^(?:[\w$]+\/)*[\w$]+\.(?:js|d\.ts|json)$/

  test('a parser finds only declarations in it, and no path leads out', () => {
    let made = 0
    fc.assert(
      fc.property(schema, (each) => {
        let files: ReadonlyMap<string, string>
        try {
          files = filesOf(each)
        } catch (error) {
          assert.ok(error instanceof Failure && error.code === 'package/bad-schema', String(error))
          return
        }
        made += 1
        for (const [file, text] of files) {
          assert.match(file, path)
          if (file.endsWith('.json')) continue
          const { mistakes, kinds } = parsed(file, text)
          assert.deepEqual(mistakes, [], text)
          if (file.endsWith('.d.ts'))
            assert.deepEqual(
              kinds.filter((kind) => !/^(?:Import|Export(?:Named|All))Declaration$/.test(kind)),
              [],
            )
        }
        const sdk = loadSdk(files)
        sdk.load()
        assert.equal(Reflect.get(globalThis, 'hit'), undefined)
        assert.equal(Reflect.get({}, 'hit'), undefined)
      }),
      { numRuns: 150 },
    )
    assert.ok(made > 20, `only ${made} schemas were fit for an SDK`)
  })
})
