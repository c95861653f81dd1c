import { messageOf } from '@slipway/model'

/** What the system says, for people. Others are mistakes of ours, and stay as they are. */
const words: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use',
  EDQUOT: 'there is no room left for this user',
  EEXIST: 'it is there already',
  EFBIG: 'it is too large',
  EIO: 'the disk does not work',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the path, or a name in it, is too long',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'there is no room left on the disk',
  ENOTDIR: 'a part of the path is no folder',
  ENOTEMPTY: 'the folder is not empty',
  ENXIO: 'it is a socket, or a device that is not there',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk can only be read',
  ETXTBSY: 'it is a program that runs',
  EXDEV: 'it lies on another disk',
}

/** What was tried, by the name of the system call. */
const deeds: Readonly<Record<string, string>> = {
  mkdir: 'cannot be made',
  open: 'cannot be opened',
  rename: 'cannot be renamed',
  rm: 'cannot be removed',
  rmdir: 'cannot be removed',
  unlink: 'cannot be removed',
  write: 'cannot be written',
}

/** Why something went wrong, as the end of a sentence. */
export function systemWords(error: unknown): string {
  return words[codeOf(error) ?? ''] ?? messageOf(error)
}

/** `/proc/state cannot be made: there is no such file or folder`; `undefined` when the system has not refused anything. */
export function systemSentence(error: unknown): string | undefined {
  const code = codeOf(error)
  if (code === undefined || !Object.hasOwn(words, code)) return undefined
  const { path, syscall = '' } = error as NodeJS.ErrnoException
  return `${path ?? 'a file'} ${deeds[syscall] ?? 'cannot be used'}: ${words[code]}`
}

/** `ENOENT` and the like, of an error that comes from the system. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}
