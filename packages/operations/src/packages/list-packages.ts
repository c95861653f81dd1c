import { findProject, type ProjectRequest } from '../project/project.ts'
import { sdkFolder, sdkIn } from '../sdks/sdk-folder.ts'
import type { Slipway } from '../slipway.ts'
import { sdkUserOf } from './add-package.ts'
import { type PackageEntry, packagesOf } from './package-file.ts'

export interface ListedPackage extends PackageEntry {
  /** The SDK of the package. Absent: the project needs none. */
  readonly sdk?: {
    readonly folder: string
    /** The version of the SDK. Absent: the SDK does not exist yet. */
    readonly version?: string
  }
}

/** Lists the packages that a project names, and their SDKs. */
export async function listPackages(slipway: Slipway, request: ProjectRequest = {}): Promise<readonly ListedPackage[]> {
  const project = await findProject(slipway, request, 'looks', true)
  const user = sdkUserOf(project)
  return packagesOf(project).map((entry) => (user === undefined ? entry : withSdk(entry, user.root)))
}

function withSdk(entry: PackageEntry, root: string): ListedPackage {
  const folder = sdkFolder(root, entry.name)
  const version = sdkIn(folder)?.version
  return { ...entry, sdk: { folder, ...(version !== undefined && { version }) } }
}
