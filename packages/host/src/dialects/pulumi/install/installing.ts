import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Descriptor, Ecosystem, Hint, Identity, Needs } from '@slipway/installer'
import type { Sources } from '@slipway/languages'
import { Failure, messageOf } from '@slipway/model'
import { partialMarker, pulumiFolderName, pulumiPluginsIn } from '../../../layout.ts'
import { filesIn } from '../../programs-in.ts'
import type { SourcesToInstall } from './install-by-language.ts'
import { executableOf, kinds, pluginIdOf, type PulumiKind } from '../described/kinds.ts'
import { refuseOwnSettings } from '../../own-settings.ts'
import { type PackageList, packagesIn } from '../described/package-list.ts'
import { descriptions, policyDescription, readDescription } from '../described/plugin-yaml.ts'
import { requiredPackages } from '../described/required-packages.ts'
import { runInstallation } from '../../run-installation.ts'

export interface PulumiPlaces {
  /** The home of Slipway. */
  readonly home: string
  /** The environment of package managers, without Slipway's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly languages: LanguagePlugins
}

/** The language plugins of this machine. */
export interface LanguagePlugins {
  /** Whether a language plugin runs sources of a runtime. */
  has(runtime: string): boolean
  /**
   * Asks the plugin of a runtime to install the dependencies of sources.
   * @throws Failure `install/dependencies`
   */
  installDependencies(sources: SourcesToInstall): Promise<void>
}

const program = new RegExp(`^pulumi-(${kinds.join('|')})-([^.]+)$`)
/** `pulumi-resource-random-v4.19.0-linux-amd64.tar.gz`, `resource-random-v4.19.0` */
const archive = new RegExp(`^(?:pulumi-)?(${kinds.join('|')})-(.+?)(?:-v(\\d[\\w.+-]*?))?(?:-[a-z]+-(?:amd64|arm64))?$`)

/** Plugins of Pulumi: a program whose name gives its kind and name, or sources with a PulumiPlugin.yaml. */
export function pulumiEcosystem({ home, env, languages }: PulumiPlaces): Ecosystem {
  return {
    name: 'pulumi',
    owns: ({ form }) => form.form === 'pulumi',
    recognise,
    place: ({ kind, name, version }) => {
      const folder = join(pulumiPluginsIn(home), pulumiFolderName(kind, name, version))
      return { folder, marker: partialMarker(folder) }
    },
    isSearched: (folder) => dirname(folder) === pulumiPluginsIn(home),
    needs: async (identity, folder) => await needsOf(identity, folder, { env, languages }),
  }
}

function recognise(folder: string, hint: Hint): Identity | undefined {
  const { form, as } = hint.descriptor
  if (as !== undefined || form.form === 'id' || form.form === 'terraform' || form.form === 'npm') return undefined
  const files = filesIn(folder)
  const programs = files.flatMap((file) => {
    const [, kind, name = ''] = program.exec(file) ?? []
    return kind === undefined ? [] : [{ file, kind: kind as PulumiKind, name }]
  })
  const wanted =
    form.form === 'pulumi' ? programs.filter(({ file }) => file === executableOf(form.kind, form.name)) : programs
  const [only, second] = wanted
  if (second !== undefined) throw severalPrograms(wanted.map(({ file }) => file))
  if (only !== undefined) return identityOf(only, hint, [only.file])
  const description = descriptionOf(files)
  if (description === undefined) return undefined
  const isPack = description === policyDescription
  // A language plugin must not need another language plugin, and a policy pack is an analyzer.
  if (form.form === 'pulumi' && (form.kind === 'language' || (isPack && form.kind !== 'analyzer'))) return undefined
  const said =
    form.form === 'pulumi' ? form : { ...namedBy(folder, hint), ...(isPack && { kind: 'analyzer' as const }) }
  return identityOf({ ...said, version: descriptionIn(folder).version }, hint, [])
}

function descriptionOf(files: readonly string[]): string | undefined {
  return files.find((file) => descriptions.has(file))
}

function identityOf(
  { kind, name, version }: { readonly kind: PulumiKind; readonly name: string; readonly version?: string | undefined },
  hint: Hint,
  programs: readonly string[],
): Identity {
  refuseName(kind, name)
  const ofFile = archive.exec(withoutEnding(hint.fileName ?? ''))?.[3]
  const known = [hint.version, version, ofFile].find((each) => each !== undefined && each !== '') ?? '0.0.0'
  return { ecosystem: 'pulumi', kind, name, version: known.replace(/^v/, ''), programs }
}

/** The name may come from the content, and becomes a part of paths and URLs. */
function refuseName(kind: PulumiKind, name: string): void {
  if (name.includes('/') || pluginIdOf(kind, name) === undefined)
    throw new Failure('install/bad-plugin', `${JSON.stringify(name).slice(0, 200)} is not a valid name for a plugin`, {
      hint: 'tell the author of the plugin',
    })
}

/**
 * Kind and name, from the description of the sources or from the name of their archive: `tool-lint-v1.0.0`, `lint.tar.gz`, the end of a
 * URL.
 */
function namedBy(folder: string, { descriptor: { form }, fileName }: Hint): { kind: PulumiKind; name: string } {
  const { name: said } = descriptionIn(folder)
  const file = withoutEnding(fileName ?? basename(placeIn(form)))
  const [, kind = 'resource', named = file] = archive.exec(file) ?? []
  return { kind: kind as PulumiKind, name: said ?? named.replace(/^pulumi-/, '').replaceAll('.', '-') }
}

function placeIn(form: Hint['descriptor']['form']): string {
  switch (form.form) {
    case 'path':
      return form.path
    case 'url':
      return new URL(form.url).pathname
    case 'git':
      return form.folder ?? form.url
    case 'release':
    case 'oci':
      return form.repository
    default:
      return ''
  }
}

function withoutEnding(file: string): string {
  return file.replace(/(\.tar\.gz|\.tgz|\.tar|\.zip|\.git)$/, '')
}

function severalPrograms(files: readonly string[]): Failure {
  const all = files.join(', ')
  return new Failure('install/several-plugins', `this is more than one plugin: ${all}`, {
    hint: 'name the right one, such as pulumi:tool/lint, or give each an archive of its own',
  })
}

/** @throws Failure `install/bad-plugin` with what is wrong with its description */
function descriptionIn(folder: string): ReturnType<typeof readDescription> {
  const description = descriptionOf(filesIn(folder)) ?? 'PulumiPlugin.yaml'
  try {
    return readDescription(join(folder, description))
  } catch (error) {
    throw new Failure('install/bad-plugin', messageOf(error), {
      hint: `a ${description} has at least a line such as "runtime: nodejs"`,
      cause: error,
    })
  }
}

async function needsOf(
  identity: Identity,
  folder: string,
  { env, languages }: Omit<PulumiPlaces, 'home'>,
): Promise<Needs> {
  if (identity.programs.length > 0) return { plugins: [], sdks: [] }
  const { runtime, packages } = descriptionIn(folder)
  const { nodejs, python } = await import('@slipway/languages')
  const known = [nodejs, python].find(({ name }) => name === runtime.name)
  const declared: PackageList = packagesIn(packages, folder)
  const sources: Sources = { root: folder, folder, entry: '.', options: runtime.options }
  const language: Descriptor[] = languages.has(runtime.name)
    ? []
    : [{ form: { form: 'pulumi', kind: 'language', name: runtime.name } }]
  // Its packages may not be installed yet: then nothing is found now, and the packages are checked again when the plugin runs.
  const required = (await requiredPackages(runtime.name, sources))
    .filter(({ name }) => !declared.some((each) => each.name === name))
    .map(({ descriptor }) => descriptor)
  const plugins = [...language, ...declared.map(({ descriptor }) => descriptor), ...required]
  for (const { form } of plugins) if (form.form === 'pulumi') refuseName(form.kind, form.name)
  // A program in YAML reads packages at run time, and needs no SDK.
  const sdks = runtime.name === 'yaml' ? [] : declared.map(({ descriptor }) => descriptor)
  if (known === undefined) {
    // The language plugin knows the dependencies.
    const dependencies: Needs['dependencies'] = ({ signal, say }) =>
      languages.installDependencies({ folder, runtime, signal, say })
    return { plugins, sdks, dependencies }
  }
  if (!hasDependencies(folder, runtime.name)) return { plugins, sdks }
  return {
    plugins,
    sdks,
    dependencies: async ({ signal, allowScripts, say }) => {
      if (!allowScripts) refuseOwnSettings(folder)
      const starts = known.installation(sources, { isPlugin: true, withoutScripts: !allowScripts })
      for (const start of starts) await runInstallation(start, { env, signal, say })
    },
  }
}

/** Looks only in the plugin's own folder: a package manager that finds no such file there uses the folder above. */
function hasDependencies(folder: string, runtime: string): boolean {
  const files = runtime === 'nodejs' ? ['package.json'] : ['requirements.txt', 'pyproject.toml', 'setup.py']
  return files.some((file) => existsSync(join(folder, file)))
}
