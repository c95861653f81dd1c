/** Mirrors of plugins: this module writes them from lock files, and verifies them. */
export { folderTarget, type MirrorTarget, ociTarget } from './target.ts'
export { mirrorAt } from '../sources/mirror-at.ts'
export { verifyMirror } from './verify-mirror.ts'
export { type Mirrored, type MirrorParts, type MirrorWish, writeMirror } from './write-mirror.ts'
