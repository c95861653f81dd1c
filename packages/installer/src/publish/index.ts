/** Publishes plugins: writes what the sources read. */
export { declaredRelease, notAPlugin, type ReleaseIdentity, releaseOfPackage } from './identity.ts'
export { packRelease, type Packing, type PlatformTree, refuseLinksOut, unpackPackage } from './pack-release.ts'
export { publishToOci } from './push-release.ts'
export { type Published, publishToFolder, versionExists } from './registry-folder.ts'
export { formOfIdentity, readRelease, type Release, type ReleaseFile } from './release.ts'
