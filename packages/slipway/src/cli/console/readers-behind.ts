/** So many characters may wait until somebody reads them. */
const most = 1 << 20

/** True if the readers of our output are slow, as `less` is until its user scrolls. Then whoever prints through us has to wait. */
export function areReadersBehind(): boolean {
  return process.stdout.writableLength + process.stderr.writableLength > most
}
