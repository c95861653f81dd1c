import { runInstallation, sdkLanguage } from '@slipway/host'
import { DiagnosticsFailure, Failure, PluginFailure, shownPath, type ValueMap } from '@slipway/model'
import { writeWhole } from '@slipway/programs/stacks/write-file'
import type { PackageGenerator } from '@slipway/protocol/pulumi'
import type { PluginPlaces } from '../plugins/find-plugins.ts'
import { fillSdk, sdkFolder, sdkIn, type SdkMark, writeSdkFiles } from './sdk-folder.ts'
import { withPackages } from './with-packages.ts'

/** A program that uses packages, or a plugin in source form that does. */
export interface SdkUser {
  /** The folder of the user's project file. SDKs are made below this folder. */
  readonly root: string
  readonly folder: string
  readonly entry: string
  readonly runtime: { readonly name: string; readonly options: ValueMap }
}

export interface WrittenSdk extends SdkMark {
  readonly folder: string
  /** Elements that the SDK lacks, each with the reason. */
  readonly leftOut: readonly string[]
}

/** A package as its plugin describes it. */
interface Described {
  readonly name: string
  readonly version: string
  readonly schema: string
}

/**
 * Makes the SDK of a package, in the folder of the program that uses it. Does so in Slipway's own process if Slipway knows the language, else by a
 * language plugin.
 *
 * @throws Failure `package/bad-schema`, `package/no-generator`, `package/not-generated`, and the failures of linking the SDK
 */
export async function makeSdk(
  places: PluginPlaces,
  user: SdkUser,
  { name, version, schema }: Described,
  signal?: AbortSignal,
): Promise<WrittenSdk> {
  const { name: language, options } = user.runtime
  const folder = sdkFolder(user.root, name)
  const mark = { package: name, version, language }
  const sdks = await sdkLanguage(language)
  if (sdks !== undefined) {
    const made = sdks.make(schema, version)
    await fillSdk(folder, mark, (draft) => {
      writeSdkFiles(draft, made.files())
      // This call refuses an SDK that cannot be linked, before anything is changed.
      sdks.link({ root: user.root, folder: user.folder, entry: user.entry, options }, [draft])
    })
    return { ...mark, folder, leftOut: made.leftOut }
  }
  const leftOut: string[] = []
  await fillSdk(folder, mark, (draft) =>
    withGenerator(places, language, signal, async (generator) => {
      const said = await generator.generate(schema, draft)
      if (said.some(({ severity }) => severity === 'error')) throw new DiagnosticsFailure(said)
      leftOut.push(...said.map(({ message }) => message))
    }),
  )
  return { ...mark, folder, leftOut }
}

async function withGenerator<T>(
  places: PluginPlaces,
  language: string,
  signal: AbortSignal | undefined,
  work: (generator: PackageGenerator) => Promise<T>,
): Promise<T> {
  return await withPackages(places, async (desk) => {
    const generator = await desk.generator(language, signal)
    if (generator === undefined) throw noGenerator(language)
    try {
      return await work(generator)
    } catch (error) {
      if (error instanceof PluginFailure && error.code === 'protocol/unimplemented') throw noGenerator(language, error)
      throw error
    }
  })
}

function noGenerator(language: string, cause?: unknown): Failure {
  return new Failure(
    'package/no-generator',
    `no language plugin here makes SDKs for ${language}: Slipway itself makes those for nodejs`,
    {
      hint: `install Pulumi, or put its pulumi-language-${language} on the PATH`,
      cause,
    },
  )
}

export interface LinkWish {
  /** Folders of SDKs that the program now depends on. */
  readonly added: readonly string[]
  /** Folders of SDKs that the program no longer depends on, even if they do not exist. */
  readonly removed?: readonly string[]
  /** False: only the program's project file is changed. */
  readonly isInstalled: boolean
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

/** Makes a program depend on SDKs. Resolves to the lines with which a program uses them. */
export async function linkSdks(places: PluginPlaces, user: SdkUser, wish: LinkWish): Promise<string> {
  const { root, folder, entry, runtime } = user
  const { added, removed = [], isInstalled, signal, say } = wish
  const sdks = await sdkLanguage(runtime.name)
  const program = { root, folder, entry, options: runtime.options }
  if (sdks !== undefined) {
    const plan = sdks.link(program, added, removed)
    writeWhole(plan.file, plan.text)
    const { env } = places.slipway
    if (isInstalled) for (const start of plan.installation) await runInstallation(start, { env, signal, say })
    else if (plan.installation.length > 0) say(`${shownPath(plan.file)} was changed, but nothing was installed`)
    return plan.instructions
  }
  if (added.length === 0 || !isInstalled) return ''
  return await withGenerator(places, runtime.name, signal, (generator) => generator.link(program, added.map(linkedOf)))
}

function linkedOf(path: string): { readonly name: string; readonly version: string; readonly path: string } {
  const { package: name = '', version = '' } = sdkIn(path) ?? {}
  return { name, version, path }
}
