import { existsSync, readFileSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { packagesIn } from '@slipway/host'
import { type Descriptor, descriptorText } from '@slipway/installer'
import { MapEdit, scalar } from '@slipway/programs/stacks/edit-map'
import { writeWhole } from '@slipway/programs/stacks/write-file'
import { servedPackages } from '../plugins/served-packages.ts'
import type { Project } from '../project/project.ts'
import { settingsFileNames } from '../settings/load.ts'

/** A package that a project names. */
export interface PackageEntry {
  readonly name: string
  /** The source as the project writes it: `random@4.19.0`, `./plugin`, `pulumi/terraform-provider`. */
  readonly source: string
  readonly parameters: readonly string[]
  /** The file that names the package. */
  readonly file: string
}

/** Returns the packages that a project names in its Pulumi.yaml, or in the settings of its stacks and blueprints. */
export function packagesOf({
  program,
  settings,
  folders,
}: Pick<Project, 'program' | 'settings' | 'folders'>): readonly PackageEntry[] {
  if (program !== undefined) {
    const { described, directory, file } = program
    return packagesIn(described.packages, directory).map(({ name, descriptor }) => ({
      name,
      source: shortSource(descriptor, directory),
      parameters: descriptor.parameters ?? [],
      file,
    }))
  }
  const file = settingsFile(folders.project)
  const pins = settings.ofProject.flatMap(({ path, value }) => {
    const name = path[0] === 'plugins' && path[1] === 'pin' ? /^pulumi\/([^/]+)$/.exec(path[2] ?? '')?.[1] : undefined
    return name === undefined
      ? []
      : [{ name, source: `${name}@${typeof value === 'string' ? value : ''}`, parameters: [], file }]
  })
  const served = [...servedPackages(settings)].map(([name, { plugin, parameter }]) => ({
    name,
    source: plugin,
    parameters: 'args' in parameter ? parameter.args : [],
    file,
  }))
  // A pin may name the plugin that serves a package.
  const plugins = new Set(served.map(({ source }) => source.replace(/^pulumi\//, '')))
  return [...pins.filter(({ name }) => !plugins.has(name)), ...served].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Writes a descriptor in the short form of Pulumi's own project files, where that form exists. */
function shortSource(descriptor: Descriptor, folder: string): string {
  const { form, version } = descriptor
  if (form.form === 'path') return pathSource(form.path, folder)
  if (form.form !== 'pulumi') return descriptorText(descriptor)
  return version === undefined ? form.name : `${form.name}@${version}`
}

function pathSource(path: string, folder: string): string {
  const inside = relative(folder, path).split(sep).join('/')
  if (isAbsolute(inside) || inside.startsWith('../../..')) return path
  return inside.startsWith('.') ? inside : `./${inside}`
}

/** Returns the path of a folder's settings file, even if the file does not exist. */
function settingsFile(folder: string): string {
  const found = settingsFileNames.map((name) => join(folder, name)).find(existsSync)
  return found ?? join(folder, settingsFileNames[0])
}

/** A package in the form in which a project will name it. */
export interface NewEntry {
  readonly name: string
  readonly descriptor: Descriptor
  /** The installed version. */
  readonly version: string
  readonly parameters: readonly string[]
  /** The package that this package extends. Absent: this package extends none. */
  readonly extended?: string
}

/** Writes a package into the project's own file. Returns the path of that file. */
export function writeEntry(project: Pick<Project, 'program' | 'folders'>, entry: NewEntry): string {
  const { program, folders } = project
  if (program !== undefined) {
    edit(program.file, (map) => map.setAt(['packages', entry.name], programLines(entry, program.directory)))
    return program.file
  }
  const file = settingsFile(folders.project)
  edit(file, (map) => {
    for (const [path, lines] of settingLines(entry)) map.setAt(path, lines)
  })
  return file
}

/** Removes a package from the project's own file. Returns the path of that file if it named the package. */
export function removeEntry(
  { program, folders }: Pick<Project, 'program' | 'folders'>,
  name: string,
): string | undefined {
  const file = program?.file ?? settingsFile(folders.project)
  const paths =
    program === undefined
      ? [
          ['plugins', 'packages', name],
          ['plugins', 'pin', `pulumi/${name}`],
        ]
      : [['packages', name]]
  if (!existsSync(file)) return undefined
  let isThere = false
  edit(file, (map) => {
    for (const path of paths) isThere = map.removeAt(path) || isThere
  })
  return isThere ? file : undefined
}

function edit(file: string, change: (map: MapEdit) => void): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const map = new MapEdit(file, before, basename(file).startsWith('Pulumi') ? 'project' : 'settings file')
  change(map)
  if (map.text !== before) writeWhole(file, map.text)
}

function programLines({ descriptor, version, parameters }: NewEntry, folder: string): readonly string[] {
  const { form } = descriptor
  const isByName = form.form === 'pulumi'
  const source = isByName ? form.name : shortSource(descriptor, folder)
  if (parameters.length === 0) return [scalar(isByName ? `${source}@${version}` : source)]
  return [
    '',
    `source: ${scalar(source)}`,
    ...(isByName ? [`version: ${JSON.stringify(version)}`] : []),
    `parameters: ${list(parameters)}`,
  ]
}

/** Stacks and blueprints name plugins in their settings. */
function settingLines({
  name,
  descriptor,
  version,
  parameters,
  extended,
}: NewEntry): readonly (readonly [path: readonly string[], lines: readonly string[]])[] {
  const { form } = descriptor
  const plugin = form.form === 'pulumi' ? form.name : name
  const pin = [['plugins', 'pin', `pulumi/${plugin}`], [JSON.stringify(version)]] as const
  if (parameters.length === 0) return [pin]
  const who = extended === undefined ? `plugin: ${scalar(`pulumi/${plugin}`)}` : `extends: ${scalar(extended)}`
  return [
    pin,
    [
      ['plugins', 'packages', name],
      ['', who, `parameters: ${list(parameters)}`],
    ],
  ]
}

function list(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`
}

/** Resolves a path that the user gave, relative to the working directory. */
export function sourceFrom(cwd: string, text: string): string {
  return /^\.{1,2}(?:\/|$)/.test(text) ? resolve(cwd, text) : text
}
