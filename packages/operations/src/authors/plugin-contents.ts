import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  declaredRelease,
  notAPlugin,
  type Packing,
  type PlatformTree,
  refuseLinksOut,
  type ReleaseIdentity,
  releaseOfPackage,
  unpackPackage,
} from '@slipway/installer/publish'
import { messageOf, npmPluginIn } from '@slipway/model'
import { npmPack } from './npm-tools.ts'
import type { ToolRun } from './run-tool.ts'

/** The places of a plugin's parts, as the author gives them. */
export interface ContentsRequest {
  /** The absolute folder of the plugin. */
  readonly folder: string
  /** The plugin's kind and id: `provider:acme/sqlite@1.0.0`, `resource:random@1.0.0`. */
  readonly as?: string | undefined
  /** The platforms: `linux-amd64`, or `linux-amd64=PATH` for a plugin that is built for each platform. */
  readonly platforms: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly onOutput?: ToolRun['onOutput']
}

export type Contents = Pick<Packing, 'identity' | 'trees' | 'looked' | 'npm'>

/** The platforms of a plugin that a runtime runs: its archive is the same for all of them. */
const allPlatforms = ['darwin-amd64', 'darwin-arm64', 'linux-amd64', 'linux-arm64'] as const
/** The parts of a source folder that every machine has or no machine needs. */
const leftBehind = new Set(['node_modules', '.git', '.slipway', 'release', '.venv', 'venv', '__pycache__'])
const programName = 'plugin'

/**
 * Finds the content of a plugin and lays it out for its archives, below `staging`: a package with the key "slipway" as npm packs it, a source folder
 * of Pulumi unchanged, and binaries under the names of their platforms.
 *
 * @throws Failure `publish/not-a-plugin`, `publish/bad-version`, `cli/tool-failed`
 */
export async function contentsOf(request: ContentsRequest, staging: string): Promise<Contents> {
  const { folder, as, platforms } = request
  const built = platforms.filter((each) => each.includes('='))
  if (built.length > 0 && built.length < platforms.length)
    throw notAPlugin('some platforms have a path, and some have none', 'write --platform linux-amd64=PATH for each')
  const manifest = manifestIn(folder)
  const found = npmPluginIn(manifest)
  if (found !== undefined && 'problem' in found)
    throw notAPlugin(`${join(folder, 'package.json')} ${found.problem}`, 'correct it')
  const identity = as === undefined ? found && releaseOfPackage(found) : declaredRelease(as)
  if (identity === undefined)
    throw notAPlugin(
      `${folder} does not say which plugin it is: it has no package.json with the key "slipway"`,
      'give --as provider:acme/sqlite@1.0.0; for a plugin of Pulumi --as resource:random@1.0.0, for Terraform --as terraform:acme/time@1.0.0',
    )
  if (built.length > 0) return binariesOf(request, identity, built, staging)
  const meant = platforms.length === 0 ? allPlatforms : platforms.map(platformIn)
  if (identity.ecosystem === 'deploy-engine') return await packageOf(request, identity, meant, staging)
  return sourcesOf(request, identity, meant, staging)
}

function manifestIn(folder: string): unknown {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch (error) {
    throw notAPlugin(`${file} cannot be read: ${messageOf(error)}`, 'correct it')
  }
}

function platformIn(text: string): PlatformTree['platforms'][number] {
  if (/^[a-z0-9]{2,12}-[a-z0-9]{2,12}$/.test(text)) return text as PlatformTree['platforms'][number]
  throw notAPlugin(`"${text.slice(0, 100)}" is not a platform`, 'write a platform as linux-amd64 or darwin-arm64')
}

async function packageOf(
  request: ContentsRequest,
  identity: ReleaseIdentity,
  platforms: PlatformTree['platforms'],
  staging: string,
): Promise<Contents> {
  const { folder, signal } = request
  const plugin = npmPluginIn(manifestIn(folder))
  if (plugin === undefined || 'problem' in plugin)
    throw notAPlugin(
      `${folder} has no package.json with the key "slipway", and no --platform says where its programs are`,
      'write --platform linux-amd64=PATH for each platform',
    )
  const npm = await npmPack(request, join(staging, 'npm'))
  // npm leaves links out without a message.
  const [top = '.'] = plugin.file.split('/')
  refuseLinksOut(folder, top === plugin.file ? '' : top, leftBehind)
  await unpackPackage(npm.file, join(staging, 'unpacked'), signal)
  const unpacked = join(staging, 'unpacked/package')
  refuseDependencies(unpacked)
  if (!existsSync(join(unpacked, plugin.file)))
    throw notAPlugin(
      `package.json names ${plugin.file} as the file of the plugin, but npm does not pack it`,
      `build the file, and list it under "files" in package.json: "files": ["${dirname(plugin.file)}"]`,
    )
  const tree = join(staging, 'tree')
  layPackage(unpacked, plugin.file, tree)
  return { identity, trees: [{ platforms, folder: tree }], looked: [unpacked], npm }
}

/** Refuses a package with dependencies, because only npm installs them and the archive would lack them. */
function refuseDependencies(unpacked: string): void {
  const { dependencies = {} } = (manifestIn(unpacked) ?? {}) as { readonly dependencies?: object }
  const names = Object.keys(dependencies).filter((name) => !existsSync(join(unpacked, 'node_modules', name)))
  if (names.length > 0)
    throw notAPlugin(
      `its package.json depends on ${names.join(', ')}, but its archives would not contain them`,
      'bundle the dependencies into the file of the plugin, as the template of slipway plugin new does, or use bundledDependencies',
    )
}

/** Lays out a package as an archive of a plugin: the program is called `plugin`, as package.json states. */
function layPackage(unpacked: string, file: string, tree: string): void {
  const folder = dirname(file)
  const isAlone = folder !== '.' && readdirSync(join(unpacked, folder)).length === 1
  if (isAlone) {
    mkdirSync(tree)
    cpSync(join(unpacked, file), join(tree, programName))
    for (const name of readdirSync(unpacked))
      if (/^(package\.json|(readme|license|licence|notice|changelog)(\..*)?)$/i.test(name))
        cpSync(join(unpacked, name), join(tree, name))
  } else {
    cpSync(unpacked, tree, { recursive: true, verbatimSymlinks: true })
    // The program's other files stay where it looks for them.
    if (file !== programName) writeFileSync(join(tree, programName), `#!/bin/sh\nexec "\${0%/*}/${file}" "$@"\n`)
    chmodSync(join(tree, file), 0o755)
  }
  chmodSync(join(tree, programName), 0o755)
  const manifest = manifestIn(tree) as { readonly slipway: object }
  const slipway = { ...manifest.slipway, file: programName }
  writeFileSync(join(tree, 'package.json'), `${JSON.stringify({ ...manifest, slipway }, null, 2)}\n`)
}

function sourcesOf(
  { folder }: ContentsRequest,
  identity: ReleaseIdentity,
  platforms: PlatformTree['platforms'],
  staging: string,
): Contents {
  if (!existsSync(join(folder, 'PulumiPlugin.yaml')) && !existsSync(join(folder, 'PulumiPolicy.yaml')))
    throw notAPlugin(
      `${folder} has no PulumiPlugin.yaml, and no --platform says where its programs are`,
      'write --platform linux-amd64=PATH for each platform',
    )
  const tree = join(staging, 'tree')
  const filter = (path: string): boolean => path === folder || !leftBehind.has(basename(path))
  cpSync(folder, tree, { recursive: true, verbatimSymlinks: true, filter })
  return { identity, trees: [{ platforms, folder: tree }], looked: [tree] }
}

function binariesOf(
  { folder }: ContentsRequest,
  identity: ReleaseIdentity,
  built: readonly string[],
  staging: string,
): Contents {
  const { ecosystem } = identity
  const program = programOf(identity)
  const trees = built.map((each): PlatformTree => {
    const [written = '', ...path] = each.split('=')
    const platform = platformIn(written)
    const tree = join(staging, platform)
    layBinary(resolve(folder, path.join('=')), tree, program)
    for (const file of readdirSync(folder))
      if (/^(readme|license|licence|notice)(\..*)?$/i.test(file) && !existsSync(join(tree, file)))
        cpSync(join(folder, file), join(tree, file))
    if (ecosystem === 'deploy-engine') writeManifest(tree, identity)
    return { platforms: [platform], folder: tree }
  })
  return { identity, trees, looked: trees.map((each) => each.folder) }
}

/** Returns the name of a plugin's program in its archive. */
function programOf({ ecosystem, kind, name, version }: ReleaseIdentity): string {
  if (ecosystem === 'pulumi') return `pulumi-${kind}-${name}`
  return ecosystem === 'terraform' ? `terraform-provider-${name.split('/').at(-1)}_v${version}` : programName
}

/** Lays out a program alone, or a folder with the program and its other files. */
function layBinary(path: string, tree: string, program: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw notAPlugin(`${path} does not exist`, 'build the plugin, or correct --platform')
  if (stats.isDirectory()) cpSync(path, tree, { recursive: true, verbatimSymlinks: true })
  else {
    mkdirSync(tree)
    cpSync(path, join(tree, program))
  }
  if (statSync(join(tree, program), { throwIfNoEntry: false })?.isFile() !== true)
    throw notAPlugin(
      `${path} has no file ${program}, and Slipway starts the plugin with that file`,
      `call its program ${program}`,
    )
  chmodSync(join(tree, program), 0o755)
}

/** Writes the manifest into the archive, because the archive may come from a URL, the page of a release or a disk. */
function writeManifest(tree: string, { kind, name: id, version, protocol }: ReleaseIdentity): void {
  const file = join(tree, 'package.json')
  if (existsSync(file)) return
  const slipway = { kind, id, file: programName, protocol }
  writeFileSync(file, `${JSON.stringify({ name: id.replace('/', '-'), version, slipway }, null, 2)}\n`)
}
