import { packagesIn } from '@slipway/host'
import { type Descriptor, descriptorText, type Installed } from '@slipway/installer'
import { Failure, shellWord, valueMap } from '@slipway/model'
import type { Observer } from '../events.ts'
import { type InstallWish, installWanted } from '../installing/install-plugins.ts'
import type { Project } from '../project/project.ts'
import { withPackages } from '../sdks/with-packages.ts'
import type { Slipway } from '../slipway.ts'
import { tellIgnored } from '../trust/tell-left-out.ts'
import { sourceFrom } from './package-file.ts'

/** Names a package: a plugin, and parameters that make the plugin serve another package than its own. */
export interface PackageRequest extends InstallWish {
  /** `random`, `random@4.19.0`, `./plugin`, or any other descriptor. */
  readonly source: string
  readonly parameters?: readonly string[]
}

/** An installed package, as its plugin describes it. */
export interface FoundPackage {
  /** The package's own name: `random`. */
  readonly name: string
  readonly version: string
  /** The plugin that serves the package. */
  readonly plugin: { readonly name: string; readonly version: string }
  readonly descriptor: Descriptor
  readonly schema: string
  /** The package that this package extends. Absent: this package extends none. */
  readonly extended?: string
}

/**
 * Installs the plugin of a package and asks it for the schema. For `package get-schema` and `publish`, and for `package add` before it writes
 * anything.
 */
export async function findPackage(
  slipway: Slipway,
  project: Project,
  request: PackageRequest,
  observe: Observer,
): Promise<FoundPackage> {
  const { source, parameters = [] } = request
  const descriptor = descriptorFrom(slipway, source)
  tellIgnored(project, observe)
  const { outcomes } = await installWanted(
    slipway,
    project,
    { ...request, wanted: [descriptor], isAsked: true },
    observe,
  )
  const [outcome] = outcomes
  if (outcome?.installed === undefined || outcome.failure !== undefined)
    throw outcome?.failure ?? new Failure('package/not-a-package', `${source} was not installed`)
  const { identity } = outcome.installed
  refuseOthers(outcome.installed, descriptor)
  const { name, version } = identity
  // Sources and repositories have no versions of their own.
  const asked = descriptor.form.form === 'pulumi' ? version : ''
  const schema = await withPackages({ slipway, ...project }, ({ describe }) =>
    describe({ pkg: name, version: asked, parameters }),
  )
  return { plugin: { name, version }, descriptor, schema, ...headOf(schema, name, version) }
}

/** The plugin that a user names as the source of a package. */
export function descriptorFrom({ cwd }: Slipway, source: string): Descriptor {
  const [wanted] = packagesIn(valueMap([[source, sourceFrom(cwd, source)]]), cwd)
  if (wanted === undefined) throw new TypeError('give one descriptor of one package')
  return wanted.descriptor
}

function refuseOthers({ identity }: Installed, descriptor: Descriptor): void {
  const { ecosystem, kind, name } = identity
  if (ecosystem === 'pulumi' && kind === 'resource') return
  const what = descriptorText(descriptor)
  throw new Failure('package/not-a-package', `${what} is ${name}, a ${kind} of ${ecosystem}, but has no package`, {
    hint: `only resource plugins of Pulumi have packages; slipway plugin install ${shellWord(what)} installs any other`,
  })
}

function headOf(
  schema: string,
  plugin: string,
  pluginVersion: string,
): Pick<FoundPackage, 'name' | 'version' | 'extended'> {
  const head = parsed(schema, plugin)
  const { name, version, extensionParameterization: added } = head
  if (typeof name !== 'string' || !/^[A-Za-z][\w-]{0,99}$/.test(name))
    throw new Failure(
      'package/bad-schema',
      `the plugin ${plugin} calls its package ${JSON.stringify(name)?.slice(0, 100)}, which is not a valid package name`,
      {
        hint: 'tell the author of the plugin',
      },
    )
  const base = isMap(added) && isMap(added['baseProvider']) ? added['baseProvider']['name'] : undefined
  return {
    name,
    version: typeof version === 'string' && version !== '' ? version : pluginVersion,
    ...(typeof base === 'string' && { extended: base }),
  }
}

function parsed(schema: string, plugin: string): Readonly<Record<string, unknown>> {
  try {
    const head: unknown = JSON.parse(schema)
    if (isMap(head)) return head
  } catch {
    // The code below reports the failure.
  }
  throw new Failure('package/bad-schema', `the plugin ${plugin} returned no schema of a package`, {
    hint: 'tell the author of the plugin: GetSchema did not return a JSON object',
  })
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
