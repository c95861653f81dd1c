/** A message that is bytes already. A writer puts it into another message as it is. */
export class Encoded {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}
