import type { KeyObject } from 'node:crypto'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Failure, messageOf } from '@slipway/model'
import { readSource, treeToValue } from '@slipway/source'
import { z } from 'zod'
import type { Manifest } from '../manifest/manifest.ts'
import { objectionOfList } from './allow-list.ts'
import type { Installed } from '../records/pod-record.ts'
import { authPolicy, type AuthPolicy, type Objection } from './policy.ts'
import { objectionOfCode, objectionOfSignature, publicKeyOf } from './signature.ts'

const policySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({
    type: z.literal('allow'),
    pods: z.array(z.string()).optional(),
    users: z.array(z.string()).optional(),
    tasks: z.array(z.string()).optional(),
  }),
  z.strictObject({ type: z.literal('signature'), keys: z.array(z.string()).min(1) }),
])

type Rules = z.output<typeof policySchema>

/** A policy in a file. It is read again when the file has changed; while the file is not a valid policy, nothing more is authorised. */
export class FilePolicy implements AuthPolicy {
  readonly name = 'file-policy'
  readonly provides = [authPolicy]
  readonly #file: string
  #seen = ''
  #version = ''
  #rules: Rules | { readonly type: 'broken'; readonly reason: string } = {
    type: 'broken',
    reason: 'it was not read yet',
  }
  #keys: readonly KeyObject[] = []

  constructor(file: string) {
    this.#file = file
  }

  /** @throws Failure `node/bad-policy` */
  init(): void {
    this.#read()
    if (this.#rules.type !== 'broken') return
    throw new Failure('node/bad-policy', `${this.#file}: ${this.#rules.reason}`, {
      hint: 'type: none, type: allow with pods: [ID…], or type: signature with keys: [KEY…]',
    })
  }

  close(): void {}

  get version(): string {
    this.#read()
    return this.#version
  }

  authorise(manifest: Manifest): Objection {
    this.#read()
    const rules = this.#rules
    switch (rules.type) {
      case 'none':
        return undefined
      case 'allow':
        return objectionOfList(rules, manifest, userInfo().username)
      case 'signature':
        return objectionOfSignature(this.#keys, manifest)
      case 'broken':
        return `the policy cannot be read: ${rules.reason}`
    }
  }

  verify(manifest: Manifest, installed: readonly Installed[]): Objection {
    return this.#rules.type === 'signature' ? objectionOfCode(this.#keys, manifest, installed) : undefined
  }

  /** A list without rules for tasks was not made for tasks: none may run. */
  authoriseTask(plugin: string): Objection {
    this.#read()
    const rules = this.#rules
    switch (rules.type) {
      case 'none':
        return undefined
      case 'allow':
        return rules.tasks?.includes(plugin) === true ? undefined : `the policy does not list ${plugin} under tasks`
      case 'signature':
        return 'the policy requires signatures, but stage tasks have none'
      case 'broken':
        return `the policy cannot be read: ${rules.reason}`
    }
  }

  #read(): void {
    const stats = statSync(this.#file, { throwIfNoEntry: false })
    const seen = `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`
    if (seen === this.#seen) return
    this.#seen = seen
    try {
      const text = readFileSync(this.#file, 'utf8')
      this.#version = createHash('sha256').update(text).digest('hex')
      this.#rules = rulesIn(this.#file, text)
      this.#keys = this.#rules.type === 'signature' ? this.#rules.keys.map(publicKeyOf) : []
    } catch (error) {
      this.#version = `broken ${seen}`
      this.#rules = { type: 'broken', reason: messageOf(error) }
    }
  }
}

function rulesIn(file: string, text: string): Rules {
  const { tree, diagnostics } = readSource(file, text)
  const problem = diagnostics.find(({ severity }) => severity === 'error')
  if (tree === undefined || problem !== undefined) throw new Error(problem?.message ?? 'it is empty')
  const read = policySchema.safeParse(treeToValue(tree))
  if (read.success) return read.data
  throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.') || 'type'}: ${message}`).join('; '))
}
