import type { Diagnostic } from '@slipway/model'
import { commentsOf, formOf, type MapNode, readYaml, writeYaml } from '@slipway/source'
import { blueprintOf, type ConfiguredProvider, type MadeBlueprint } from './blueprint.ts'
import type { ConvertedProgram, PulumiYamlRequest } from './conversion.ts'
import { inputIn } from './inputs.ts'
import { KnownPackages } from './known-packages.ts'
import { movedComments } from '../moved-comments.ts'
import { entryNode, field, mapNode, textOf, validName } from './nodes.ts'
import { declaredPackage, isPackageDeclaration, pluginsTree, projectPackages } from './plugins.ts'
import { entriesOf, mapUnder, type Program, type ProgramFile, programIn, readProgramFile } from './program.ts'
import { Report } from './report.ts'
import {
  configurationsTree,
  type StackConfig,
  providersTree,
  readStackConfig,
  stackOfFile,
  undeclaredIn,
  variablesTree,
} from './stack-files.ts'
import { stackText } from '../stack-text/stack-text.ts'

export type { ConvertedProgram, NotConverted, PulumiYamlRequest, PulumiYamlTarget } from './conversion.ts'

/**
 * Converts a program in the Pulumi YAML language to a blueprint or a stack, with its comments. Never throws because of the texts: an unreadable
 * program gives errors, and no files.
 */
export function convertPulumiYaml(request: PulumiYamlRequest): ConvertedProgram {
  return new Conversion(request).converted()
}

class Conversion {
  readonly #request: PulumiYamlRequest
  readonly #packages: KnownPackages
  readonly #reports: Report[] = []
  readonly #files = new Map<string, string>()
  readonly #configured: ConfiguredProvider[] = []
  /** The folder of the program, below the folder of the project. */
  #folder = ''

  constructor(request: PulumiYamlRequest) {
    this.#request = request
    this.#packages = new KnownPackages(request.packages)
  }

  converted(): ConvertedProgram {
    const project = this.#read(this.#find(['Pulumi.yaml', 'Pulumi.yml', 'PulumiPlugin.yaml']))
    if (project !== undefined) this.#convert(project)
    const diagnostics = this.#reports.flatMap((report) => report.diagnostics)
    const isBroken = this.#reports.some((report) => report.hasErrors)
    return {
      files: isBroken ? new Map() : this.#files,
      diagnostics: project === undefined && diagnostics.length === 0 ? [noProgram()] : diagnostics,
      notConverted: this.#reports.flatMap((report) => report.notConverted),
      read: [...new Set(this.#reports.flatMap((report) => report.read))].map((to) => ({
        from: to.startsWith('/') ? to : `${this.#folder}${to}`,
        to,
      })),
    }
  }

  #find(names: readonly string[]): string | undefined {
    return names.find((name) => this.#request.files.has(name))
  }

  #read(path: string | undefined): ProgramFile | undefined {
    const text = path === undefined ? undefined : this.#request.files.get(path)
    if (path === undefined || text === undefined) return undefined
    const read = readProgramFile(path, text)
    this.#reports.push(read instanceof Report ? read : read.report)
    return read instanceof Report ? undefined : read
  }

  #convert(project: ProgramFile): void {
    const { tree, report } = project
    const name = textOf(field(tree, 'name')?.value)
    if (name === undefined) report.error('convert/not-read', { start: 0, end: 0 }, 'the project has no name')
    const main = (textOf(field(tree, 'main')?.value) ?? '').replace(/^\.\/|\/$/g, '')
    const folder = main === '' || main === '.' ? '' : `${main}/`
    this.#folder = folder
    const program =
      this.#read(this.#find(['Main.json', 'Main.yaml'].map((file) => `${folder}${file}`))) ??
      (folder === '' ? project : this.#read(`${folder}Pulumi.yaml`))
    loseParts(project, program !== project)
    if (program === undefined || name === undefined) return
    const stacks = [...this.#request.files.keys()].flatMap((path) => {
      const stack = stackOfFile(path)
      const file = stack === undefined ? undefined : this.#read(path)
      return stack === undefined || file === undefined ? [] : [readStackConfig(stack, file, name)]
    })
    const components = entriesOf(mapUnder(field(tree, 'components'), 'components', report))
    if (components.length > 0)
      for (const { key, value } of components)
        if (value.kind === 'map') this.#program(programIn(project, key, value), name, false, [])
    if (components.length === 0)
      this.#program(withProject(programIn(program, name), project), name, folder !== '', stacks)
    this.#settings(project)
  }

  #program(program: Program, project: string, hasMain: boolean, stacks: readonly StackConfig[]): void {
    const { to } = this.#request
    const declared = new Set(
      program.config
        .flatMap((section) => (section.value.kind === 'map' ? section.value.entries : []))
        .flatMap((entry) => {
          // Faults of this part are reported when the part is read for the blueprint.
          const input = inputIn(entry, project, new Report(program.file.source))
          return input === undefined || 'pkg' in input ? [] : [input.configKey, input.key]
        }),
    )
    const undeclared = undeclaredIn(stacks, declared)
    const made = blueprintOf({ program, project, hasMain, to, packages: this.#packages, undeclared })
    if (program.file.report.hasErrors) return
    const { source, tree } = program.file
    const comments = commentsOf(source, tree, formOf(source.file, source.text))
    const text = writeYaml(made.tree, movedComments(comments, tree, made.tree, made.tree.entries[0]?.keyStart))
    const name = validName(program.name)
    if (to === 'blueprint') this.#files.set(`${name}.blueprint.yaml`, text)
    else this.#files.set(`${name}.stack.ts`, stackText(readYaml(`${name}.blueprint.yaml`, text)))
    for (const stack of stacks) this.#variables(name, stack, made)
    this.#configured.push(...made.configured)
  }

  #variables(name: string, stack: StackConfig, { names, stackVariable }: MadeBlueprint): void {
    const { file } = stack
    const tree = variablesTree(stack, names.inputs, stackVariable)
    if (tree !== undefined) this.#files.set(`${name}.${stack.stack}.vars.yaml`, textFrom(file, tree))
    const providers = providersTree(stack.settings, file, stack.stack)
    if (providers !== undefined)
      this.#files.set(`slipway.${stack.stack}.config.yaml`, textFrom(file, mapNode([providers])))
  }

  /** Writes the settings that all stacks share. */
  #settings(project: ProgramFile): void {
    const declared = [...this.#request.files.keys()]
      .filter(
        (path) =>
          /\.ya?ml$/.test(path) &&
          !/^Pulumi(?:Plugin|\.[^/]+)?\.ya?ml$/.test(path) &&
          !/(?:^|\/)Main\.ya?ml$/.test(path),
      )
      .flatMap((path) => {
        const read = readProgramFile(path, this.#request.files.get(path) ?? '')
        if (read instanceof Report || !isPackageDeclaration(read)) return []
        this.#reports.push(read.report)
        return [declaredPackage(read)]
      })
    const plugins = pluginsTree([projectPackages(project), ...declared])
    const own = readStackConfig(
      '',
      { ...project, tree: onlyValues(project.tree) },
      textOf(field(project.tree, 'name')?.value) ?? '',
    )
    const settings = new Map(own.settings)
    for (const { pkg, name, settings: given } of this.#configured)
      if (name === undefined) settings.set(pkg, [...given.entries, ...(settings.get(pkg) ?? [])])
    const parts = [plugins, providersTree(settings, project), configurationsTree(this.#configured)].filter(
      (part) => part !== undefined,
    )
    if (parts.length > 0) this.#files.set('slipway.config.yaml', textFrom(project, mapNode(parts)))
  }
}

/** Returns the part `config` of a project with plain values only, in the form of a stack's file. */
function onlyValues(tree: MapNode): MapNode {
  const config = field(tree, 'config')
  const entries = entriesOf(config?.value.kind === 'map' ? config.value : undefined).flatMap((entry) => {
    const inside =
      entry.value.kind === 'map' ? (field(entry.value, 'value') ?? field(entry.value, 'default'))?.value : entry.value
    return inside === undefined || entry.key.startsWith('pulumi:') ? [] : [entryNode(entry.key, inside, entry)]
  })
  return mapNode([entryNode('config', mapNode(entries))])
}

/** Adds to a program beside its project the values that the project has for both. */
function withProject(program: Program, project: ProgramFile): Program {
  if (program.file === project) return program
  const config = field(project.tree, 'config')
  return { ...program, config: [...program.config, ...(config === undefined ? [] : [config])] }
}

/** The settings of a project or a program for Pulumi itself. */
const reasons: Readonly<Record<string, string>> = {
  pulumi: 'Slipway does not use a version of Pulumi',
  requiredpulumiversion: 'Slipway does not use a version of Pulumi',
  backend: 'the setting state.place says where Slipway keeps its state',
  options: 'these are options of the commands of Pulumi',
  template: 'templates are for pulumi new',
  plugins: 'the setting plugins.path names folders with plugins',
  environment: 'environments of Pulumi Cloud have no counterpart: write their values out',
  namespace: 'a blueprint has a folder, and no namespace',
  version: 'a blueprint has no version of its own',
}

const silent = new Set([
  'name',
  'runtime',
  'main',
  'description',
  'config',
  'configuration',
  'variables',
  'resources',
  'outputs',
  'components',
  'packages',
  'author',
  'website',
  'license',
  'stackconfigdir',
])

function loseParts({ tree, report }: ProgramFile, isBeside: boolean): void {
  for (const { key, keyStart, value } of tree.entries) {
    const name = key.toLowerCase()
    if (!silent.has(name)) report.lost({ start: keyStart }, key, reasons[name] ?? 'Pulumi YAML has no such part')
    if (isBeside && ['variables', 'resources', 'outputs'].includes(name))
      report.lost({ start: keyStart }, key, 'Pulumi reads the program from the file Main, not from here')
    const options = name === 'runtime' && value.kind === 'map' ? field(value, 'options')?.value : undefined
    const compiler = options?.kind === 'map' ? field(options, 'compiler') : undefined
    if (compiler !== undefined)
      report.lost(
        { start: compiler.keyStart },
        'compiler',
        'the command prints the program: convert its output instead',
      )
  }
}

/** Writes text with the comments beside the converted parts; comments above the whole text stay above it. */
function textFrom({ source, tree }: ProgramFile, made: MapNode): string {
  const comments = commentsOf(source, tree, formOf(source.file, source.text))
  const [first] = made.entries
  const head = field(tree, 'config') ?? tree.entries[0]
  const { before } = head === undefined ? { before: [] } : comments.at(head.keyStart)
  const moved = movedComments(comments, tree, made)
  const text = writeYaml(made, { ...moved, rest: () => [] })
  return first === undefined ? text : `${before.map((words) => `# ${words}`.trimEnd() + '\n').join('')}${text}`
}

function noProgram(): Diagnostic {
  return {
    code: 'convert/no-program',
    severity: 'error',
    message: 'there is no Pulumi.yaml in this folder',
    hint: 'name the folder with the Pulumi.yaml of the program',
  }
}
