import * as z from 'zod'
import { badInput, defineDataSource } from '@slipway/sdk'

export const env = defineDataSource({
  type: 'local/env',
  label: 'Environment variable',
  description: 'An environment variable of Slipway. It is an error if the variable is not set.',
  filters: z.object({ name: z.string().min(1).describe('Name of the variable.') }),
  fields: z.object({ value: z.string().describe('Value of the variable.') }),
  fetch({ where }) {
    const value = process.env[where.name]
    if (value === undefined) throw badInput(`the environment variable ${where.name} is not set`)
    return { value }
  },
})
