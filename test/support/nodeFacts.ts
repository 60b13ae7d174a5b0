import { idOf } from "../../src/domain/Ids.ts"
import type { NodeFacts } from "../../src/system/NodeRegistry.ts"

/** What a node reports about itself. */
export const nodeFacts: NodeFacts = {
  id: idOf("node", "01890000-0000-7000-8000-000000000001"),
  version: "0.1.0",
  migration: 57,
  host: "desk-1",
  port: 3000,
  pid: 7
}
