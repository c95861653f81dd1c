/**
 * The content of two packages on npm, kept by hand: names and types, as their schemas have them. A property is `name:TYPE`, with `!` where it is
 * required. `s`, `i`, `n` and `b` are the plain types, `[s]` a list, `{s}` a map, `<x>` the type or the asset of that name.
 */
type Json = Record<string, unknown>

function typeOf(text: string): Json {
  const inner = text.slice(1, -1)
  if (text.startsWith('[')) return { type: 'array', items: typeOf(inner) }
  if (text.startsWith('{')) return { type: 'object', additionalProperties: typeOf(inner) }
  if (text.startsWith('<')) return { $ref: inner.includes(':') ? `#/types/${inner}` : `pulumi.json#/${inner}` }
  return { type: { s: 'string', i: 'integer', n: 'number', b: 'boolean' }[text] }
}

function properties(text: string): { readonly properties: Json; readonly required: readonly string[] } {
  const words = text.split(' ').filter((word) => word !== '')
  const read = words.map((word) => {
    const [name = ''] = word.split(':', 1)
    return { name, type: word.slice(name.length + 1).replace('!', ''), isRequired: word.endsWith('!') }
  })
  return {
    properties: Object.fromEntries(read.map(({ name, type }) => [name, typeOf(type)])),
    required: read.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
}

function resource(inputs: string, outputs: string, hasState: boolean): Json {
  const [given, made] = [properties(inputs), properties(outputs)]
  return {
    inputProperties: given.properties,
    requiredInputs: given.required,
    ...made,
    ...(hasState && { stateInputs: { properties: made.properties } }),
  }
}

const text = 'length:i! lower:b minLower:i minNumeric:i minSpecial:i minUpper:i number:b numeric:b'
const given = `keepers:{s} ${text} overrideSpecial:s special:b upper:b`
const made = `keepers:{s} ${text.replaceAll(/:([ib])(?!!)/g, ':$1!')} overrideSpecial:s result:s! special:b! upper:b!`

const randoms: Readonly<Record<string, readonly [inputs: string, outputs: string]>> = {
  Bytes: ['keepers:{s} length:i!', 'base64:s! hex:s! keepers:{s} length:i!'],
  Id: ['byteLength:i! keepers:{s} prefix:s', 'b64Std:s! b64Url:s! byteLength:i! dec:s! hex:s! keepers:{s} prefix:s'],
  Integer: ['keepers:{s} max:i! min:i! seed:s', 'keepers:{s} max:i! min:i! result:i! seed:s'],
  Password: [given, `bcryptHash:s! ${made}`],
  Pet: ['keepers:{s} length:i prefix:s separator:s', 'keepers:{s} length:i! prefix:s separator:s!'],
  Shuffle: [
    'inputs:[s]! keepers:{s} resultCount:i seed:s',
    'inputs:[s]! keepers:{s} resultCount:i results:[s]! seed:s',
  ],
  String: [given, made],
  Uuid: ['keepers:{s}', 'keepers:{s} result:s!'],
  Uuid4: ['keepers:{s}', 'keepers:{s} result:s!'],
  Uuid7: ['keepers:{s}', 'keepers:{s} result:s!'],
}

/** `@pulumi/random`, which is made from a provider of Terraform. */
export const random: Json = {
  name: 'random',
  version: '4.21.2',
  meta: { moduleFormat: '(.*)(?:/[^/]*)' },
  language: { nodejs: { compatibility: 'tfbridge20' } },
  provider: { methods: { terraformConfig: 'pulumi:providers:random/terraformConfig' } },
  resources: Object.fromEntries(
    Object.entries(randoms).map(([name, [inputs, outputs]]) => [
      `random:index/random${name}:Random${name}`,
      resource(inputs, outputs, true),
    ]),
  ),
  functions: {
    'pulumi:providers:random/terraformConfig': {
      inputs: { properties: { __self__: { $ref: '#/provider' } } },
      outputs: properties('result:{<Any>}!'),
    },
  },
}

const runs = 'addPreviousOutputInEnv:b archivePaths:[s] assetPaths:[s]'
const how = 'dir:s environment:{s} interpreter:[s] logging:<command:local:Logging> stdin:s'
const at =
  'agentSocketPath:s dialErrorLimit:i host:s! hostKey:s password:s perDialTimeout:i port:n privateKey:s privateKeyPassword:s user:s'
const there = 'connection:<command:remote:Connection>!'
const remotely = `addPreviousOutputInEnv:b ${there} create:s delete:s environment:{s} logging:<command:remote:Logging> stdin:s triggers:[<Any>] update:s`
const wrote = 'stderr:s! stdout:s!'
const archives = 'archive:<Archive> assets:{<Asset>}'
const changes = 'create:s delete:s triggers:[<Any>] update:s'

function endpoint(more: string): Json {
  const { properties: all, required } = properties(`${at} ${more}`)
  const defaults: Json = { dialErrorLimit: 10, perDialTimeout: 15, port: 22, user: 'root' }
  const withDefaults = Object.entries(all).map(([name, type]) => [
    name,
    { ...(type as Json), ...(name in defaults && { default: defaults[name] }) },
  ])
  return { type: 'object', properties: Object.fromEntries(withDefaults), required }
}

const logging: Json = {
  type: 'string',
  enum: ['stdout', 'stderr', 'stdoutAndStderr', 'none'].map((value) => ({ value })),
}

/** `@pulumi/command`, whose schema was written for it. */
export const command: Json = {
  name: 'command',
  version: '1.2.1',
  types: {
    'command:local:Logging': logging,
    'command:remote:Logging': logging,
    'command:remote:Connection': endpoint('proxy:<command:remote:ProxyConnection>'),
    'command:remote:ProxyConnection': endpoint(''),
  },
  resources: {
    'command:local:Command': resource(
      `${runs} ${how} ${changes}`,
      `${runs} ${archives} ${how} ${changes} ${wrote}`,
      false,
    ),
    'command:remote:Command': resource(remotely, `${remotely} ${wrote}`, false),
    'command:remote:CopyFile': resource(
      `${there} localPath:s! remotePath:s! triggers:[<Any>]`,
      `${there} localPath:s! remotePath:s! triggers:[<Any>]`,
      false,
    ),
    'command:remote:CopyToRemote': resource(
      `${there} remotePath:s! source:<Asset>! triggers:[<Any>]`,
      `${there} remotePath:s! source:<Asset>! triggers:[<Any>]`,
      false,
    ),
  },
  functions: {
    'command:local:run': {
      inputs: properties(`${runs} command:s! ${how}`),
      outputs: properties(`${runs} ${archives} command:s! ${how} ${wrote}`),
    },
  },
}
