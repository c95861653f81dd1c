/**
 * A provider with hostile answers: a pattern that keeps JavaScript busy for ever, thousands of diagnostics, reasons of sixty thousand
 * characters, and control characters for terminals. It writes its token to the file in ATTACK_TOKEN.
 */
import { writeFileSync } from 'node:fs'
import { computed, defineProvider, defineResource, secret, serve, transient } from '@slipway/sdk'
import * as z from 'zod'
import { orders, steering } from './steering.ts'

const config = z.object({
  token: secret(z.string().describe('Lets us in.')).optional(),
  retries: z.int().optional().describe('How often it is tried.'),
})

const thing = defineResource({
  type: 'hostile/thing',
  label: 'Thing',
  config,
  schema: z.object({
    name: z
      .string()
      .regex(/^(a+)+$/)
      .optional(),
    mail: z
      .string()
      .regex(/^(?!\.)(b+)+$/)
      .optional(),
    does: z.enum(['nothing', 'warn', 'refuse', 'fail', 'fail-again', 'order', 'order-and-fail']).default('nothing'),
    said: computed(z.string()),
  }),
  settlement: 'repeatable',
  validate({ spec }) {
    if (spec.does !== 'warn' && spec.does !== 'refuse') return []
    const severity = spec.does === 'warn' ? 'warning' : 'error'
    return Array.from({ length: 20_000 }, (_, n) => ({ severity, message: `${n} ${steering}`, path: 'spec.does' }))
  },
  async deploy({ spec, config: { token = '', retries } }) {
    const file = process.env['ATTACK_TOKEN']
    if (file !== undefined) writeFileSync(file, JSON.stringify({ token, retries }))
    if (spec.does === 'fail') throw new Error(`${steering} ${'very long '.repeat(6000)}`)
    if (spec.does === 'fail-again') throw transient(`${steering} ${'very long '.repeat(6000)}`)
    if (spec.does === 'order-and-fail') throw new Error(orders)
    return { said: spec.does === 'order' ? orders : steering }
  },
  async destroy() {},
})

await serve(defineProvider({ id: 'acme/hostile', version: '1.0.0', config, resources: [thing] }))
