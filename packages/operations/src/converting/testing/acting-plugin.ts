/**
 * A converter, or a language plugin that writes programs, for tests. `ACT` chooses its behaviour; `SAID` is a file in which it notes the questions
 * that it gets. With `REPLAY`, it returns the files that real plugins have written into that folder: `pcl` and `yaml`.
 */
import { appendFileSync, cpSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf, secret } from '@slipway/model'
import { connectChannel, route, type Route, RpcServer } from '@slipway/protocol'
import {
  Converter,
  LanguageRuntime,
  Loader,
  Mapper,
  PackageResolver,
  PulumiProviderMethods as Provider,
  structFromWire,
  structToWire,
} from '@slipway/protocol/pulumi'

const { ACT: act = '', SAID: said = '', REPLAY: replay } = process.env

function note(what: object): void {
  if (said !== '') appendFileSync(said, `${JSON.stringify(what)}\n`)
}

const pcl = 'resource logs "aws:s3/bucket:Bucket" {\n  acl = notImplemented("aws_acl.logs[\\"x\\"]\\n.id")\n}\n'

function at(target: string) {
  return connectChannel({ port: Number(target.split(':')[1]) })
}

async function heard(answer: Promise<unknown>): Promise<string> {
  return await answer.then(
    () => 'an answer',
    (error: unknown) => messageOf(error),
  )
}

/** Asks the three services about something unknown, and returns their answers. */
async function services(targets: { readonly mapper: string; readonly loader: string; readonly resolver?: string }) {
  const mapper = at(targets.mapper)
  const loader = at(targets.loader)
  const resolver = targets.resolver === undefined ? undefined : at(targets.resolver)
  const { data } = await mapper.call(Mapper.GetMapping, { provider: 'aws', ecosystem: 'terraform' })
  const schema = await heard(loader.call(Loader.GetSchema, { package: 'nowhere' }))
  const resolved = resolver && (await heard(resolver.call(PackageResolver.ResolvePackage, { source: './mine' })))
  for (const channel of [mapper, loader, resolver]) channel?.close()
  return { mapping: data.length, schema, resolved }
}

const warning = {
  severity: 2,
  summary: 'left out',
  detail: 'a provisioner',
  subject: { filename: 'main.tf', start: { line: 2, column: 3, byte: 9 } },
}

const programs: Readonly<Record<string, (target: string) => Promise<object> | object>> = {
  good: (target) => {
    writeFileSync(join(target, 'main.pp'), pcl)
    mkdirSync(join(target, 'net'))
    writeFileSync(join(target, 'net/main.pp'), 'output a {\n  value = 1\n}\n')
    writeFileSync(join(target, 'Pulumi.yaml'), 'name: shop\ndescription: a shop\n')
    return { diagnostics: [warning] }
  },
  nothing: () => ({}),
  wrong: (target) => {
    writeFileSync(join(target, 'main.pp'), pcl)
    return { diagnostics: [{ ...warning, severity: 1, summary: 'unknown block' }, warning] }
  },
  link: (target) => {
    symlinkSync('/etc/passwd', join(target, 'main.pp'))
    return {}
  },
  many: (target) => {
    for (let index = 0; index < 5010; index++) writeFileSync(join(target, `${index}.pp`), '')
    return {}
  },
  deep: (target) => {
    mkdirSync(join(target, 'a/'.repeat(70)), { recursive: true })
    return {}
  },
  huge: (target) => {
    writeFileSync(join(target, 'main.pp'), '')
    truncateSync(join(target, 'main.pp'), 600 << 20)
    return new Promise(() => {})
  },
  dies: (target) => {
    writeFileSync(join(target, 'main.pp'), pcl)
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  },
  slow: (target) => {
    writeFileSync(join(target, 'main.pp'), pcl)
    return new Promise(() => {})
  },
  replay: (target) => {
    cpSync(join(replay ?? '', 'pcl'), target, { recursive: true })
    return {}
  },
  fails: () => {
    throw new Error('no such module\u001b[2J')
  },
}

const snippets: Readonly<Record<string, object>> = {
  outside: { filename: '../../main.pp', source: Buffer.from(pcl) },
  nothing: { filename: 'main.pp' },
  good: {
    filename: 'logs.pp',
    source: Buffer.from(pcl),
    attributes: { acl: 'acl' },
    resourceNames: { 'aws_s3_bucket.logs': 'logs' },
  },
}

const bucket = { type: 'cloud:index:Bucket', name: 'logs', id: 'logs-1' }

const states: Readonly<Record<string, () => object | Promise<object>>> = {
  good: () => ({
    resources: [
      { type: 'net:index:Net', name: 'net', isComponent: true },
      { type: 'pulumi:providers:cloud', name: 'eu', logicalName: 'cloud.eu', inputs: structToWire({ region: 'eu' }) },
      {
        ...bucket,
        parent: 'net',
        inputs: structToWire({ title: 'logs', token: secret('t0ken') }, { secrets: true }),
        outputs: structToWire({ title: 'logs', size: 3 }),
      },
      { ...bucket, name: 'found', id: 'found-1', provider: 'cloud.eu', properties: ['title'] },
      { ...bucket, name: 'gone', id: 'gone-1' },
    ],
    diagnostics: [warning],
  }),
  half: () => ({ resources: [bucket, { ...bucket, name: 'other', id: '' }] }),
  parentless: () => ({ resources: [{ ...bucket, parent: 'nowhere' }] }),
  wrong: () => ({ resources: [bucket], diagnostics: [{ ...warning, severity: 1 }] }),
  nothing: () => ({}),
  dies: () => {
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  },
}

const converter: readonly Route[] = [
  route(Converter.ConvertProgram, async (request) => {
    const { sourceDirectory, targetDirectory, args, generatedProjectDirectory } = request
    const { mapperTarget: mapper, loaderTarget: loader } = request
    const answered = act === 'good' ? await services({ mapper, loader }) : {}
    note({
      sourceDirectory,
      args,
      hasFolders: [targetDirectory, generatedProjectDirectory].every(Boolean),
      ...answered,
    })
    return (await programs[act]?.(targetDirectory)) ?? {}
  }),
  route(
    Converter.ConvertSnippet,
    async ({ filename, token, package: pkg, attributes, resources, targetLoader, source }) => {
      const schema = await heard(at(targetLoader).call(Loader.GetSchema, { package: 'nowhere' }))
      note({ filename, token, pkg: pkg?.package, attributes, resources, schema, source: String(Buffer.from(source)) })
      return snippets[act] ?? {}
    },
  ),
  route(Converter.ConvertState, async ({ args, mapperTarget, loaderTarget, resolverTarget }) => {
    const targets = { mapper: mapperTarget, loader: loaderTarget, resolver: resolverTarget }
    note({ args, ...(await services(targets)) })
    return (await states[act]?.()) ?? {}
  }),
]

const written = 'resources:\n  logs:\n    type: cloud:Bucket\n    properties: {title: logs}\n'

const language: readonly Route[] = [
  ...(act === 'project'
    ? [
        route(LanguageRuntime.GenerateProject, ({ sourceDirectory, targetDirectory, project, loaderTarget }) => {
          note({ project: JSON.parse(project), hasLoader: loaderTarget !== '', hasSource: sourceDirectory !== '' })
          writeFileSync(join(targetDirectory, 'index.ts'), 'const acl = notImplemented(`aws_acl.logs["x"] .id`)\n')
          return {}
        }),
      ]
    : []),
  ...(act === 'replay'
    ? [
        route(LanguageRuntime.GenerateProject, ({ targetDirectory }) => {
          cpSync(join(replay ?? '', 'yaml'), targetDirectory, { recursive: true })
          return {}
        }),
      ]
    : []),
  ...(act === 'program' || act === 'outside'
    ? [
        route(LanguageRuntime.GenerateProgram, ({ source }) => {
          note({ source })
          const isYaml = process.env['RUNTIME'] === 'yaml'
          const [name, text] = isYaml ? ['Main.yaml', written] : ['lib/index.ts', 'export {}\n']
          if (act === 'outside') return { source: { '../index.ts': Buffer.from('') } }
          return { source: { [name]: Buffer.from(text) } }
        }),
      ]
    : []),
]

const properties = { title: { type: 'string' }, token: { type: 'string', secret: true } }
const schema = {
  name: 'cloud',
  version: '1.0.0',
  config: { variables: { region: { type: 'string' } } },
  provider: { inputProperties: { region: { type: 'string' } } },
  resources: {
    [bucket.type]: {
      inputProperties: properties,
      properties: { ...properties, extra: { type: 'string' }, size: { type: 'integer' } },
    },
  },
}
let region = ''

/** A provider that knows everything except `gone-1`. */
const provider: readonly Route[] = [
  route(Provider.GetPluginInfo, () => ({ version: '1.0.0' })),
  route(Provider.GetSchema, () => ({ schema: JSON.stringify(schema) })),
  route(Provider.CheckConfig, ({ news }) => ({ inputs: news })),
  route(Provider.Configure, ({ args }) => {
    const given = structFromWire(args)['region']
    region = typeof given === 'string' ? given : ''
    return { acceptSecrets: true }
  }),
  route(Provider.Check, ({ news }) => ({ inputs: news })),
  route(Provider.Diff, ({ oldInputs, news }) => {
    const [before, after] = [structFromWire(oldInputs), structFromWire(news)]
    const changed = before['title'] !== after['title']
    return { changes: changed ? 2 : 1, diffs: changed ? ['title'] : [] }
  }),
  route(Provider.Read, ({ id, properties: state }) => {
    note({ read: id, region })
    if (id === 'gone-1') return {}
    const known = structFromWire(state)['title'] ?? 'found'
    return {
      id,
      inputs: structToWire({ title: known, extra: region }),
      properties: structToWire({ title: known, extra: region, size: 7 }),
    }
  }),
]

const routes: Readonly<Record<string, readonly Route[]>> = { converter, language, resource: provider }
const server = new RpcServer([...(routes[process.env['KIND'] ?? ''] ?? [])])
const address = await server.listen({ port: 0 })
console.log('port' in address ? address.port : 0)
