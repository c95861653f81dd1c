import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { missing, unless } from '../files/system-error.ts'
import { forget, remember } from '../memory.ts'

/*
 * The mark of a command that has run to its end, with its output, so that a repeated call after a crash does not run it again. The content
 * is encrypted with a key made from all of the command's inputs, secrets included: it reveals nothing to anyone who does not know them
 * already, and opening it proves that it is the mark of this very command.
 */

export interface Completion {
  readonly stdout: string
  readonly exitCode: number
}

/** @param inputs everything that determines the run; the same text gives the same key */
export async function markCompleted(path: string, inputs: string, completion: Completion): Promise<void> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(inputs, salt), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(completion), 'utf8'), cipher.final()])
  await remember(path, async () => {
    const file = await open(`${path}.new`, 'w', 0o600)
    try {
      await file.writeFile(Buffer.concat([salt, iv, cipher.getAuthTag(), sealed]))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  })
}

/** The command's output, if it ran to its end and no other command has run since. */
export async function completionOf(path: string, inputs: string): Promise<Completion | undefined> {
  const bytes = await unless(missing, readFile(path))
  if (bytes === undefined) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(inputs, bytes.subarray(0, 16)), bytes.subarray(16, 28))
    decipher.setAuthTag(bytes.subarray(28, 44))
    const plain = Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()])
    return JSON.parse(plain.toString('utf8')) as Completion
  } catch {
    return undefined
  }
}

export async function forgetCompletion(path: string): Promise<void> {
  await rm(`${path}.new`, { force: true })
  await forget(path)
}

function keyOf(inputs: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', inputs, salt, 'slipway local/command', 32))
}
