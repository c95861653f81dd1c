/** `node serve-whole.ts [transformer]` */
import { serve } from '@slipway/sdk'
import { provider, transformer } from './whole.ts'

await serve(process.argv[2] === 'transformer' ? transformer : provider)
