// What the applications call: busy at first, down for ever, or silent. It counts, so that a test sees what a policy did on the wire.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Backend {
  readonly url: string
  /** By path. */
  readonly calls: Readonly<Record<string, number>>
}

/** `/busy/…` answers its third call with `995`, `/down/…` never works, `/hangs/…` never answers. */
export async function backend(): Promise<Backend> {
  const calls: Record<string, number> = {}
  const server = createServer(({ url = '/' }, response) => {
    const count = (calls[url] = (calls[url] ?? 0) + 1)
    if (url.startsWith('/hangs/')) return
    const works = url.startsWith('/busy/') && count >= 3
    response.writeHead(works ? 200 : 503, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end(works ? '995' : 'busy')
  })
  await new Promise<void>((listening) => { server.listen(0, '127.0.0.1', listening) })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls }
}
