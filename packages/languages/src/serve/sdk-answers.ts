import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { describeExit, LastBytes } from '@slipway/processes'
import { type Init, Status, StatusError } from '@slipway/protocol'
import {
  DiagnosticSeverity,
  type GeneratePackageRequest,
  type GeneratePackageResponse,
  type LinkRequest,
  type LinkResponse,
  type PackRequest,
  type PackResponse,
} from '@slipway/protocol/pulumi'
import type { Language, SdkLanguage, Start } from '../language.ts'
import { sourcesOf } from './answers.ts'
import { Child } from './child.ts'

/** Writes an SDK into a folder. If a schema allows no SDK, the answer is a diagnostic. */
export async function generatePackage(
  language: Language,
  { directory, schema, extraFiles }: GeneratePackageRequest,
): Promise<Init<GeneratePackageResponse>> {
  const sdks = await sdksOf(language)
  if (existsSync(directory) && readdirSync(directory).length > 0)
    throw new StatusError(Status.failedPrecondition, `${directory} is not empty`)
  try {
    const sdk = sdks.make(schema)
    for (const [path, text] of sdk.files()) write(directory, path, text)
    for (const [path, content] of Object.entries(extraFiles)) write(directory, path, content)
    const diagnostics = sdk.leftOut.map((summary) => ({ severity: DiagnosticSeverity.WARNING, summary }))
    return { diagnostics }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { message: summary, hint: detail = '' } = error
    return { diagnostics: [{ severity: DiagnosticSeverity.ERROR, summary, detail }] }
  }
}

function write(folder: string, path: string, content: string | Uint8Array): void {
  const file = join(folder, path)
  if (!normalize(file).startsWith(`${normalize(folder)}${sep}`))
    throw new StatusError(Status.invalidArgument, `${path} leads out of ${folder}`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** Makes a program depend on SDKs, with its package manager. */
export async function linkPackages(
  language: Language,
  { info, packages }: LinkRequest,
  signal: AbortSignal,
): Promise<Init<LinkResponse>> {
  const sdks = await sdksOf(language)
  const plan = sdks.link(
    sourcesOf(info),
    packages.map(({ path }) => path),
  )
  writeFileSync(plan.file, plan.text)
  for (const start of plan.installation) await run(start, signal)
  return { importInstructions: plan.instructions }
}

/** Packs an SDK as its package manager publishes it. */
export async function packPackage(
  language: Language,
  { packageDirectory, destinationDirectory }: PackRequest,
  signal: AbortSignal,
): Promise<Init<PackResponse>> {
  const { start, artifact } = (await sdksOf(language)).pack(packageDirectory, destinationDirectory)
  await run(start, signal)
  return { artifactPath: artifact }
}

async function sdksOf(language: Language): Promise<SdkLanguage> {
  const sdks = await language.sdks?.()
  if (sdks !== undefined) return sdks
  throw new StatusError(Status.unimplemented, `this language plugin makes no SDKs for ${language.name}`)
}

/** How many bytes of the output a failure shows. */
const lastWordsBytes = 4 << 10

async function run(start: Start, signal: AbortSignal): Promise<void> {
  const said = new LastBytes(lastWordsBytes)
  const ended = await new Child(start, { signal, onOutput: (_, chunk) => said.add(chunk) }).ended
  if (ended.code === 0) return
  const why = ended.error === undefined ? describeExit(ended) : messageOf(ended.error)
  throw new Error(`${[start.file, ...start.args].join(' ')} in ${start.cwd} ${why}: ${String(said).trim()}`)
}
