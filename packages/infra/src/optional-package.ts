import { Failure } from '@slipway/model'

/**
 * The packages that only one agent plugin needs, in the versions that package.json names as optional peers. Users of the plugin install them; other
 * users need not.
 */
export const optionalPackages = {
  etcd: { etcd3: '^1.1.2', cockatiel: '^3.2.1' },
  grpc: { '@grpc/grpc-js': '^1.14.7' },
  metrics: { 'prom-client': '^15.1.3' },
  postgres: { pg: '^8.23.1' },
  redis: { '@redis/client': '^6.3.1' },
  rest: { fastify: '^5.12.8' },
} as const

/**
 * Loads packages that only this agent plugin needs.
 * @param load imports the packages of the plugin
 * @throws Failure `infra/package-missing`
 */
export async function loadPackages<Loaded>(
  plugin: keyof typeof optionalPackages,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    const missing = missingOf(error, Object.keys(optionalPackages[plugin]))
    if (missing === undefined) throw error
    const wanted = Object.entries(optionalPackages[plugin]).map(([name, range]) => `${name}@${range}`)
    throw new Failure(
      'infra/package-missing',
      `the agent plugin @slipway/infra/${plugin} needs the package ${missing}, which is not installed`,
      { hint: `run npm install ${wanted.join(' ')}`, cause: error },
    )
  }
}

/** The package among these that Node did not find. */
function missingOf(error: unknown, names: readonly string[]): string | undefined {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return undefined
  return names.find((name) => String(message).includes(`'${name}'`))
}
