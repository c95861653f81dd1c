import { defineProvider } from '@slipway/sdk'
import { access } from './access.ts'
import { config } from './config.ts'
import { database } from './database.ts'
import { grant } from './grant.ts'
import { role } from './role.ts'
import { table } from './table.ts'

export const provider = defineProvider({
  id: 'slipway/postgres',
  version: '0.1.0',
  displayName: 'PostgreSQL',
  description: 'Databases, roles, tables and grants on one PostgreSQL server.',
  config,
  resources: [database, grant, role, table],
  links: [access],
})
