import { basename, resolve } from 'node:path'
import { bareMap, type Diagnostic, Failure } from '@slipway/model'
import { mostOfText, readInput } from '@slipway/source/files'
import { ignore, type Observer } from '../events.ts'
import type { Slipway } from '../slipway.ts'
import { stoppable } from '../stopped.ts'
import { type AskedPlugins, askingPlugins, unlessUnknown } from './asked-plugins.ts'
import type { AskingRequest } from './asking-request.ts'
import type { ConvertedProgram } from './convert-program.ts'
import { type NotConverted, notConvertedInText } from './not-converted.ts'
import { tokensIn } from '../forms/pulumi-yaml/tokens-in.ts'
import { ownFormOf } from './own-forms.ts'
import { isOwnForm, refusedIfWrong, writeAll } from './results.ts'
import { filesIn, moveInto, stagingFor } from './staging.ts'
import { noWriter } from './writing-languages.ts'

export interface ConvertSnippetRequest extends AskingRequest {
  /** A converter, such as `terraform`, or a path to a converter. */
  readonly from: string
  /** A file with one resource. */
  readonly file: string
  /** The type of the resource: `aws:s3/bucket:Bucket`. */
  readonly type: string
  /** The language of the result; see `ConvertProgramRequest`. */
  readonly to: string
  /** Texts of attributes, by name. */
  readonly attributes?: Readonly<Record<string, string>>
  /** The types of other resources that the snippet refers to, by name. */
  readonly resources?: Readonly<Record<string, string>>
  /** The folder for the result. Absent: nothing is written. */
  readonly out?: string | undefined
  readonly force?: boolean | undefined
}

export interface ConvertedSnippetResult extends Omit<ConvertedProgram, 'out'> {
  /** The absolute folder of the result; `undefined` if nothing was written. */
  readonly out: string | undefined
  /** The texts by file name. */
  readonly texts: Readonly<Record<string, string>>
  /** The new names of the attributes and of the resources, as the converter reports them. */
  readonly attributes: Readonly<Record<string, string>>
  readonly resourceNames: Readonly<Record<string, string>>
}

/** Converts one resource of another tool. @throws DiagnosticsFailure if it cannot be converted */
export function convertSnippet(
  slipway: Slipway,
  request: ConvertSnippetRequest,
  observe: Observer = ignore,
): Promise<ConvertedSnippetResult> {
  return stoppable(request.stop, async () => {
    const path = resolve(slipway.cwd, request.file)
    const source = readInput(path, { what: 'source of a resource', most: mostOfText })
    const converted = await askingPlugins(slipway, request, observe, (plugins) => converting(plugins, request, source))
    if (request.out === undefined) return { ...converted, out: undefined, files: Object.keys(converted.texts) }
    const out = resolve(slipway.cwd, request.out)
    const staging = stagingFor(out, request.force ?? false)
    try {
      const folder = staging.folder('snippet')
      writeAll(folder, Object.entries(converted.texts))
      const files = filesIn(folder, request.from)
      moveInto(out, folder, files)
      return { ...converted, out, files }
    } finally {
      staging.remove()
    }
  })
}

type Converted = Omit<ConvertedSnippetResult, 'out' | 'files'>

async function converting(
  plugins: AskedPlugins,
  request: ConvertSnippetRequest,
  source: Buffer | string,
): Promise<Converted> {
  const { from, file, type, to, attributes = {}, resources = {}, stop } = request
  const language = isOwnForm(to) ? 'yaml' : to
  const writers = to === 'pcl' ? [] : await plugins.writersOf(language)
  const said = await plugins.converter(from, async (converter, id) => {
    const answer = await converter(stop).snippet({
      filename: basename(file),
      source: Buffer.from(source),
      token: type,
      package: packageOfType(type),
      attributes,
      resources: Object.fromEntries(
        Object.entries(resources).map(([name, token]) => [name, { token, package: packageOfType(token) }]),
      ),
    })
    refusedIfWrong(answer.diagnostics.map((each) => placedIn(each, file)))
    if (answer.source.length === 0)
      throw new Failure('convert/bad-result', `${id} returned nothing for ${basename(file)} and gave no reason`, {
        hint: 'its log may say more: slipway logs',
      })
    return answer
  })
  const name = said.filename || 'main.pp'
  const pcl = Buffer.from(said.source).toString()
  const about = { attributes: said.attributes, resourceNames: said.resourceNames, diagnostics: said.diagnostics }
  const marked = notConvertedInText(name, pcl)
  if (to === 'pcl') return { ...about, texts: { [name]: pcl }, notConverted: marked }
  for (const writer of writers) {
    const written = await plugins.writer(writer, (generator) => unlessUnknown(generator(stop).program({ [name]: pcl })))
    if (written === undefined) continue
    const diagnostics = [...said.diagnostics, ...refusedIfWrong(written.diagnostics)]
    const texts = textsOf(written.files)
    return { ...about, diagnostics, ...(await inForm(plugins, texts, to, marked)) }
  }
  throw noWriter(language)
}

/** Returns a diagnostic about the snippet, with its path. */
function placedIn(diagnostic: Diagnostic, file: string): Diagnostic {
  return diagnostic.file === basename(file) ? { ...diagnostic, file } : diagnostic
}

function packageOfType(type: string): { readonly name: string; readonly version: string } | undefined {
  const name = /^([\w-]+):/.exec(type)?.[1]
  return name === undefined ? undefined : { name, version: '' }
}

function textsOf(files: Readonly<Record<string, Uint8Array>>): Record<string, string> {
  const texts = bareMap<string>()
  for (const [name, bytes] of Object.entries(files)) texts[name] = Buffer.from(bytes).toString()
  return texts
}

async function inForm(
  plugins: AskedPlugins,
  texts: Readonly<Record<string, string>>,
  to: string,
  marked: readonly NotConverted[],
): Promise<Pick<Converted, 'texts' | 'notConverted'>> {
  if (!isOwnForm(to)) {
    const written = Object.entries(texts).flatMap(([name, text]) => notConvertedInText(name, text))
    const kept = new Set(written.map(({ what }) => what))
    return { texts, notConverted: [...written, ...marked.filter(({ what }) => !kept.has(what))] }
  }
  // A language plugin writes a program alone, without a project.
  const files = new Map([['Pulumi.yaml', 'name: snippet\nruntime: yaml\n'], ...Object.entries(texts)])
  const packages = await plugins.definitions(tokensIn(files))
  const own = await ownFormOf({ files, to, packages })
  refusedIfWrong(own.diagnostics)
  return { texts: Object.fromEntries(own.files), notConverted: [...marked, ...own.notConverted] }
}
