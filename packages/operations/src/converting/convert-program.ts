import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type { InstalledPlugin } from '@slipway/host'
import { type Diagnostic, Failure, shownPath } from '@slipway/model'
import { assertNameInside, type ProgramGenerator } from '@slipway/protocol/pulumi'
import { ignore, type Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import { type AskedPlugins, askingPlugins, unlessUnknown } from './asked-plugins.ts'
import type { AskingRequest } from './asking-request.ts'
import { type NotConverted, notConvertedIn } from './not-converted.ts'
import { ownFormOf } from './own-forms.ts'
import { copyRead } from './read-files.ts'
import { askingDefinitions, type Definitions } from './package-definitions.ts'
import { tokensIn } from '../forms/pulumi-yaml/tokens-in.ts'
import { projectFor } from './project-file.ts'
import { isOwnForm, refusedIfWrong, writeAll } from './results.ts'
import { filesIn, moveInto, type Staging, stagingFor } from './staging.ts'
import { noWriter, runtimeOf } from './writing-languages.ts'
import { yamlFilesIn } from './yaml-files.ts'

export interface ConvertProgramRequest extends AskingRequest {
  /** A converter, such as `terraform`, or a path to a converter; `pulumi-yaml` needs no converter. */
  readonly from: string
  /** The folder of the original program. */
  readonly directory: string
  /** The form of the result: `pcl`; `blueprint` or `stack`; or a language of Pulumi, such as `yaml` or `typescript`. */
  readonly to: string
  /** The folder for the result. */
  readonly out: string
  /** Whether to write into a folder that is not empty. */
  readonly force?: boolean
  /** Arguments for the converter. */
  readonly args?: readonly string[]
}

export interface ConvertedProgram {
  /** Absolute. */
  readonly out: string
  /** The paths of the files relative to `out`, sorted. */
  readonly files: readonly string[]
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[]
  readonly notConverted: readonly NotConverted[]
}

/** A result in a staging folder. */
interface Result extends Omit<ConvertedProgram, 'out'> {
  readonly folder: string
}

/**
 * Converts a program of another tool. All files are first written beside the wanted folder, and only a complete result is moved there.
 *
 * @throws DiagnosticsFailure if the program cannot be converted
 */
export function convertProgram(
  slipway: Slipway,
  request: ConvertProgramRequest,
  observe: Observer = ignore,
): Promise<ConvertedProgram> {
  return stoppable(request.stop, async () => {
    const source = folderNamed(resolve(slipway.cwd, request.directory))
    const out = resolve(slipway.cwd, request.out)
    const staging = stagingFor(out, request.force ?? false)
    try {
      const work = { slipway, request, source, staging, observe }
      const result = request.from === 'pulumi-yaml' ? await byOurselves(work) : await byPlugins(work)
      moveInto(out, result.folder, result.files)
      const { files, diagnostics, notConverted } = result
      return { out, files, diagnostics, notConverted }
    } finally {
      staging.remove()
    }
  })
}

interface Work {
  readonly slipway: Slipway
  readonly request: ConvertProgramRequest
  readonly source: string
  readonly staging: Staging
  readonly observe: Observer
}

function folderNamed(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() === true) return path
  throw new Failure('cli/no-such-file', `${shownPath(path)} is ${stats === undefined ? 'not there' : 'no folder'}`, {
    hint: 'name the folder of the program; --snippet TYPE converts a file with one resource',
  })
}

async function byOurselves({ slipway, request, source, staging, observe }: Work): Promise<Result> {
  const { to } = request
  if (!isOwnForm(to))
    throw new Failure('cli/usage', `--from pulumi-yaml writes a blueprint or a stack, not ${to}`, {
      hint: '--from yaml --to LANGUAGE converts with the converter for YAML and a language plugin',
    })
  const program = { folder: source, files: yamlFilesIn(source), diagnostics: [], notConverted: [] }
  const used = tokensIn(textsOf(program))
  const packages = used.size === 0 ? new Map() : await askingDefinitions(slipway, request, observe, used)
  return await inOwnForm(program, to, staging, packages)
}

async function byPlugins(work: Work): Promise<Result> {
  const { slipway, request, observe } = work
  return await askingPlugins(slipway, request, observe, (plugins) => new Conversion(work, plugins).run())
}

/** One conversion by plugins. */
class Conversion {
  readonly #work: Work
  readonly #plugins: AskedPlugins

  constructor(work: Work, plugins: AskedPlugins) {
    this.#work = work
    this.#plugins = plugins
  }

  async run(): Promise<Result> {
    const { to } = this.#work.request
    // A language without a writer is refused before a converter is asked.
    const language = isOwnForm(to) ? 'yaml' : to
    const writers = to === 'pcl' ? [] : await this.#plugins.writersOf(language)
    const pcl = await this.#pcl()
    if (to === 'pcl') return pcl
    const written = await this.#written(pcl, writers, language)
    if (!isOwnForm(to)) return written
    const packages = await this.#plugins.definitions(tokensIn(textsOf(written)))
    return await inOwnForm(written, to, this.#work.staging, packages)
  }

  #pcl(): Promise<Result> {
    const { request, source, staging } = this.#work
    const { from, args = [], stop } = request
    const [folder, generated] = [staging.folder('pcl'), staging.folder('project')]
    return this.#plugins.converter(from, async (converter, id) => {
      const folders = { source, target: folder, generated }
      const said = await staging.guarded(id, (signal) => converter(signal).program(folders, args), stop)
      const diagnostics = refusedIfWrong(said.map((each) => within(each, source)))
      const files = filesIn(folder, id)
      if (files.length === 0) throw nothing(id, `for ${shownPath(source)}`)
      return { folder, files, diagnostics, notConverted: notConvertedIn(folder, files) }
    })
  }

  async #written(pcl: Result, writers: readonly InstalledPlugin[], language: string): Promise<Result> {
    for (const [index, writer] of writers.entries()) {
      const folder = this.#work.staging.folder(`written-${index}`)
      const said = await this.#writtenBy(writer, { pcl, folder, language })
      if (said === undefined) continue
      const diagnostics = [...pcl.diagnostics, ...refusedIfWrong(said)]
      const files = filesIn(folder, writer.id)
      if (files.length === 0) throw nothing(writer.id, `in ${language}`)
      const marked = notConvertedIn(folder, files)
      // Lines that a language plugin has dropped are reported at the converter's place.
      const kept = new Set(marked.map(({ what }) => what))
      const dropped = pcl.notConverted.filter(({ what }) => !kept.has(what))
      return { folder, files, diagnostics, notConverted: [...marked, ...dropped] }
    }
    throw noWriter(language)
  }

  /** Asks a plugin to write the project; `undefined` if the plugin only runs programs. */
  #writtenBy(
    writer: InstalledPlugin,
    { pcl, folder, language }: { readonly pcl: Result; readonly folder: string; readonly language: string },
  ): Promise<readonly Diagnostic[] | undefined> {
    const { request, source, staging } = this.#work
    const project = projectFor(pcl.folder, { source, runtime: runtimeOf(language) })
    return this.#plugins.writer(writer, (generator, id) =>
      staging.guarded(
        id,
        async (signal) =>
          (await unlessUnknown(generator(signal).project({ source: pcl.folder, target: folder }, project))) ??
          (await unlessUnknown(programOnly(generator(signal), pcl, folder))),
        request.stop,
      ),
    )
  }
}

/** Writes the program with a language plugin that writes programs but no projects. */
async function programOnly(generator: ProgramGenerator, pcl: Result, folder: string): Promise<readonly Diagnostic[]> {
  const sources = pcl.files.filter((file) => file.endsWith('.pp'))
  const texts = sources.map((file) => [file, readFileSync(join(pcl.folder, file), 'utf8')] as const)
  const { diagnostics, files } = await generator.program(Object.fromEntries(texts))
  writeAll(folder, Object.entries(files))
  return diagnostics
}

async function inOwnForm(
  yaml: Result,
  to: 'blueprint' | 'stack',
  staging: Staging,
  packages?: Definitions,
): Promise<Result> {
  const { files, diagnostics: said, notConverted, read } = await ownFormOf({ files: textsOf(yaml), to, packages })
  const diagnostics = refusedIfWrong(said.map((each) => within(each, yaml.folder)))
  const folder = staging.folder('own')
  for (const name of files.keys()) assertNameInside(name)
  writeAll(folder, files)
  const notCopied = copyRead(read, yaml.folder, folder)
  return {
    folder,
    files: filesIn(folder, 'slipway'),
    diagnostics: [...yaml.diagnostics, ...diagnostics, ...notCopied],
    notConverted: [...yaml.notConverted, ...notConverted],
  }
}

function textsOf({ folder, files }: Pick<Result, 'folder' | 'files'>): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const))
}

/** Returns a diagnostic with the path of its file, if the file is in this folder. */
function within(diagnostic: Diagnostic, folder: string): Diagnostic {
  const { file } = diagnostic
  if (file === undefined || isAbsolute(file)) return diagnostic
  const path = join(folder, file)
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? { ...diagnostic, file: path } : diagnostic
}

function nothing(pluginId: string, what: string): Failure {
  return new Failure('convert/bad-result', `${pluginId} wrote nothing ${what} and gave no reason`, {
    hint: 'its log may say more: slipway logs; check that this is the right folder for the converter',
  })
}
