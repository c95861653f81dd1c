import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
)

/** Why no page can be shown here; `false` when pages can be shown. */
export const missing = executablePath === undefined ? 'no browser here: apt-get install -y chromium' : false

/** Starts a browser without windows and without a network: a page that requests anything fails. */
export function startBrowser(): Promise<Browser> {
  // Root cannot use the browser's sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ args, ...(executablePath !== undefined && { executablePath }) })
}
