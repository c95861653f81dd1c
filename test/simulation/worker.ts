/** A process of run.ts: simulates the batch in its argument, and reports its progress. */
import { type BatchRequest, simulateBatch } from './playing/batch.ts'

const request = JSON.parse(process.argv[2] ?? '') as BatchRequest
const onProgress = (commands: number): void => void process.send?.({ commands })
const result = await simulateBatch({ ...request, onProgress })
process.send?.({ commands: result.commands, result })
