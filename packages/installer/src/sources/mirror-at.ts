import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MirrorFiles, mirrorFolder } from './mirror-files.ts'
import { ociMirror } from './oci/mirror.ts'

/** Returns the files of a mirror: a folder, its `file:` URL, or a repository of a container registry (`oci:`). */
export function mirrorAt(mirror: string): MirrorFiles {
  if (mirror.startsWith('oci:')) return ociMirror(mirror)
  return mirrorFolder(mirror.startsWith('file:') ? fileURLToPath(mirror) : resolve(mirror))
}
