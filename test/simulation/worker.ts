/** A process of run.ts: simulates the batch that its argument describes, and tells how far it is. */
import { type BatchRequest, simulateBatch } from './batch.ts'

const request = JSON.parse(process.argv[2] ?? '') as BatchRequest
const onProgress = (commands: number): void => void process.send?.({ commands })
const result = await simulateBatch({ ...request, onProgress })
process.send?.({ commands: result.commands, result })
