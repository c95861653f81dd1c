/** Whether an id is that of the data key of a state with recipients. */
export function isTeamKey(keyId: string): boolean {
  return keyId.startsWith('team-')
}
