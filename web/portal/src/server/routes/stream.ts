import type { Visit } from "../Visit.ts"

/** Passes on the API's event stream for the visitor's requests, unchanged. */
export const follow = async ({ host, request, token }: Visit): Promise<Response> => {
  if (token === undefined) return new Response(null, { status: 401 })
  const told = await host.fetch(`${host.publicUrl}/v1/portal/stream`, {
    headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
    signal: request.signal
  })
  return told.ok ? told : new Response(null, { status: told.status })
}
