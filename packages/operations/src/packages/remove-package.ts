import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { findProject, type ProjectRequest } from '../project/project.ts'
import { linkSdks } from '../sdks/make-sdk.ts'
import { refuseOther, removeSdk, sdkFolder } from '../sdks/sdk-folder.ts'
import type { Slipway } from '../slipway.ts'
import { sdkUserOf } from './add-package.ts'
import { packagesOf, removeEntry } from './package-file.ts'

export interface RemoveRequest extends ProjectRequest {
  readonly name: string
  /** False: Slipway does not call the project's package manager. */
  readonly link?: boolean
  readonly stop?: AbortSignal | undefined
  readonly onLine?: (line: string) => void
}

export interface RemovedPackage {
  readonly name: string
  readonly file: string
  /** The folder of the package's SDK. Absent: the package had none. */
  readonly sdk?: string
}

/** Removes a package from a project, with its SDK. Its plugin stays installed, because others may use it. */
export async function removePackage(slipway: Slipway, request: RemoveRequest): Promise<RemovedPackage> {
  const { name, link: isInstalled = true, stop, onLine: say = () => {} } = request
  const project = await findProject(slipway, request, 'runs', true)
  const known = packagesOf(project).map((entry) => entry.name)
  if (!known.includes(name)) throw unknown(name, known)
  const user = sdkUserOf(project)
  const folder = user && sdkFolder(user.root, name)
  if (folder !== undefined) refuseOther(folder)
  const file = removeEntry(project, name)
  if (file === undefined) throw unknown(name, known)
  if (user === undefined || folder === undefined) return { name, file }
  const isGone = removeSdk(folder)
  const signal = stop ?? new AbortController().signal
  await linkSdks({ slipway, ...project }, user, { added: [], removed: [folder], isInstalled, signal, say })
  return { name, file, ...(isGone && { sdk: folder }) }
}

function unknown(name: string, known: readonly string[]): Failure {
  return new Failure('package/unknown', `no package of this project is called ${name}`, {
    hint: didYouMean(name, known) ?? 'slipway package list shows its packages',
  })
}
