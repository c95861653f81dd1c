import { Failure, shellWord } from '@slipway/model'
import { ignore, type Observer } from '../events.ts'
import { findProject, type Project } from '../project/project.ts'
import { isProjectFolder } from '../project/find-program.ts'
import { linkSdks, makeSdk, type SdkUser, type WrittenSdk } from '../sdks/make-sdk.ts'
import type { Slipway } from '../slipway.ts'
import { writeEntry } from './package-file.ts'
import { findPackage, type FoundPackage, type PackageRequest } from './wanted-package.ts'

export interface AddRequest extends PackageRequest {
  /** False: Slipway does not call the project's package manager. */
  readonly link?: boolean
  /** Called with each line that the package manager prints. */
  readonly onLine?: (line: string) => void
}

export interface AddedPackage extends Pick<FoundPackage, 'name' | 'version' | 'plugin'> {
  /** The file of the project that now names the package. */
  readonly file: string
  /** The new SDK. Absent: the project needs none. */
  readonly sdk?: WrittenSdk & { readonly instructions: string }
  /** The program's runtime; absent for stacks and blueprints. */
  readonly runtime?: string
}

/**
 * Adds a package to a project: installs and locks its plugin, names it in the project's own file, and makes and links an SDK if the project's
 * program needs one.
 *
 * @throws Failure `package/…`, and the failures of every installing command
 */
export async function addPackage(
  slipway: Slipway,
  request: AddRequest,
  observe: Observer = ignore,
): Promise<AddedPackage> {
  const project = await findProject(slipway, request, 'runs', true)
  refuseNoProject(project)
  const found = await findPackage(slipway, project, request, observe)
  refuseUnnamed(project, found, request.source)
  const { name, version, plugin, descriptor, schema, extended } = found
  const user = sdkUserOf(project)
  // The SDK comes first, so that a schema that yields no SDK leaves the project unchanged.
  const places = { slipway, ...project }
  const { link: isInstalled = true, stop: signal = new AbortController().signal, onLine: say = () => {} } = request
  const sdk = user && (await makeSdk(places, user, { name, version, schema }, signal))
  const entry = { name, descriptor, version: plugin.version, parameters: request.parameters ?? [] }
  const file = writeEntry(project, { ...entry, ...(extended !== undefined && { extended }) })
  const told = { name, version, plugin, file, ...(project.program && { runtime: project.program.runtime }) }
  if (user === undefined || sdk === undefined) return told
  const instructions = await linkSdks(places, user, { added: [sdk.folder], isInstalled, signal, say })
  return { ...told, sdk: { ...sdk, instructions } }
}

/** Returns the user of SDKs in a project. YAML programs read packages when they run, and stacks and blueprints have types of their own. */
export function sdkUserOf({ program }: Pick<Project, 'program'>): SdkUser | undefined {
  if (program === undefined || program.runtime === 'yaml') return undefined
  const { directory: root, place, described } = program
  return { root, ...place, runtime: described.runtime }
}

function refuseNoProject({ program, folders }: Project): void {
  if (program !== undefined || isProjectFolder(folders.project)) return
  throw new Failure('package/no-project', `${folders.project} has no project that a package could be added to`, {
    hint: 'run it in the folder of a Pulumi.yaml, a stack or a blueprint; slipway package get-schema works without a project',
  })
}

/** Refuses a package whose plugin a bare name does not identify, because the settings of stacks and blueprints know plugins by their names alone. */
function refuseUnnamed({ program }: Project, { descriptor, plugin }: FoundPackage, source: string): void {
  if (program !== undefined || descriptor.form.form === 'pulumi') return
  const entry = `{ plugins: { ${plugin.name}: ${source} } }`
  throw new Failure(
    'package/not-by-name',
    `${source} is not the name of a plugin, and a stack or a blueprint names its plugins`,
    {
      hint: `slipway plugin install ${shellWord(source)} installs it here; a blueprint for others names the plugin itself: metadata: { slipway: ${entry} }`,
    },
  )
}
