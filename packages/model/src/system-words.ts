/** The system's refusals in words. Other codes are bugs of ours. */
const words: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use',
  EDQUOT: 'there is no room left for this user',
  EEXIST: 'it already exists',
  EFBIG: 'it is too large',
  EIO: 'the disk does not work',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the path, or a name in it, is too long',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'there is no room left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTEMPTY: 'the folder is not empty',
  ENXIO: 'it is a socket, or a device that is not there',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk can only be read',
  ETXTBSY: 'it is a running program',
  EXDEV: 'it is on another disk',
}

/** The failed attempt in words, by system call. */
const deeds: Readonly<Record<string, string>> = {
  mkdir: 'cannot be made',
  open: 'cannot be opened',
  rename: 'cannot be renamed',
  rm: 'cannot be removed',
  rmdir: 'cannot be removed',
  unlink: 'cannot be removed',
  write: 'cannot be written',
}

/** The reason alone, as the end of a sentence; `undefined` if the error is not a refusal by the system. */
export function systemWords(error: unknown): string | undefined {
  const code = codeOf(error)
  return code !== undefined && Object.hasOwn(words, code) ? words[code] : undefined
}

/** `/proc/state cannot be made: there is no such file or folder`; `undefined` if the error is not a refusal by the system. */
export function systemSentence(error: unknown): string | undefined {
  const why = systemWords(error)
  if (why === undefined) return undefined
  const { path = 'a file', syscall = '' } = error as NodeJS.ErrnoException
  return `${shownPath(path)} ${deeds[syscall] ?? 'cannot be used'}: ${why}`
}

const longestPath = 300

/** A path for a message. A very long path is shown by its beginning and its end. */
export function shownPath(path: string): string {
  return path.length > longestPath ? `${path.slice(0, longestPath / 2)}…${path.slice(-50)}` : path
}

/** True if the disk, or the user's share of it, was full. */
export function isWithoutRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')
}

/** The code of an error from the system, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}
