/** Tests of plugins with time to start on a slow machine. */
import { type PluginReport, testPlugin as test, type TestPluginOptions } from './index.ts'

const patientMs = 60_000

export function testPlugin(file: string, options: TestPluginOptions = {}): Promise<PluginReport> {
  return test(file, { deadlineMs: patientMs, ...options })
}

/** For a plugin that never answers a call: only the calls have little time, when the plugin has started for the second and last time. */
export function testSilentPlugin(file: string): Promise<PluginReport> {
  let deadlineMs = patientMs
  return test(file, {
    get deadlineMs() {
      return deadlineMs
    },
    onCheck({ name }) {
      if (name === 'is accepted by the host') deadlineMs = 3_000
    },
  })
}
