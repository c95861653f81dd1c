import { readOptionalText } from '../reading/read-text.ts'

/** Of a user, for messages: the name in /etc/passwd, or else the number. */
export function userName(uid: number): string {
  return nameIn('/etc/passwd', uid)
}

/** The same of a group. */
export function groupName(gid: number): string {
  return nameIn('/etc/group', gid)
}

const mostBytes = 8 * 1024 * 1024

function nameIn(file: string, id: number): string {
  const lines = (readOptionalText(file, { most: mostBytes, isOnDisk: true }) ?? '').split('\n')
  const found = lines.map((line) => line.split(':')).find((fields) => fields[2] === String(id))
  return found?.[0] ?? String(id)
}
