import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes an authority that no machine knows, and a server's certificate from it, with openssl in the folder. */
export function makeCertificates(
  folder: string,
  host: string,
): { readonly authority: string; readonly tls: { readonly key: string; readonly cert: string } } {
  const file = (name: string): string => join(folder, name)
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  }
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=A company', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl('req', ...newKey, '-subj', `/CN=${host}`, '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(file('names'), `subjectAltName=DNS:${host},IP:127.0.0.1\n`)
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem')
  const tls = { key: readFileSync(file('server.key'), 'utf8'), cert: readFileSync(file('server.pem'), 'utf8') }
  return { authority: file('ca.pem'), tls }
}
