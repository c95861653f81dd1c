import { ignore, type Observer } from '../events.ts'
import { findProject } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { findPackage, type FoundPackage, type PackageRequest } from './wanted-package.ts'

/**
 * Installs the plugin of a package, and asks it for the schema. Changes only the lock file of a project.
 *
 * @throws Failure `package/…`, and the failures of every installing command
 */
export async function getPackageSchema(
  slipway: Slipway,
  request: PackageRequest,
  observe: Observer = ignore,
): Promise<FoundPackage> {
  return await findPackage(slipway, await findProject(slipway, request, 'looks', true), request, observe)
}
