import * as z from 'zod'
import { badInput, defineDataSource } from '@slipway/sdk'

export const env = defineDataSource({
  type: 'local/env',
  label: 'Environment variable',
  description: 'An environment variable of the engine. That it is not set is an error.',
  filters: z.object({ name: z.string().min(1).describe('Its name.') }),
  fields: z.object({ value: z.string().describe('Its value.') }),
  fetch({ where }) {
    const value = process.env[where.name]
    if (value === undefined) throw badInput(`the environment variable ${where.name} is not set`)
    return { value }
  },
})
