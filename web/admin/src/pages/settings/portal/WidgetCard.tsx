import { useQuery } from "@tanstack/react-query"
import type { Brand } from "@trunkline/sdk"
import { client } from "../../../app/client.ts"
import { Loaded } from "../../../forms/Loaded.tsx"
import { Card } from "../../../ui/Card.tsx"
import { CodeBlock } from "../../../ui/CodeBlock.tsx"

/** The code for a site that embeds the widget: with a loader that never changes, or one that is always the latest. */
export function WidgetCard({ brand }: { readonly brand: Brand }) {
  const query = useQuery({ queryKey: ["widget"], queryFn: () => client.system.widget() })
  return (
    <Card title="Widget">
      <div className="flex flex-col gap-3">
        <p className="text-soft">
          A button on your own pages that opens the customer's requests. Add this script at the end of the page, and add
          the page's origin above.
        </p>
        <Loaded query={query}>
          {({ integrity, newestUrl, url }) => (
            <>
              <CodeBlock
                text={`<script src="${url}" integrity="${integrity}" crossorigin="anonymous" data-brand-id="${brand.id}" async></script>`}
                label="Widget script"
              />
              <p className="text-sm text-soft">
                Browsers verify this exact script and cache it. Copy it again after upgrading the server. To use a
                script that updates itself but is not verified:
              </p>
              <CodeBlock
                text={`<script src="${newestUrl}" data-brand-id="${brand.id}" async></script>`}
                label="Self-updating script"
              />
            </>
          )}
        </Loaded>
        <p className="text-sm text-soft">
          Customers who are signed in on your site do not have to sign in again if your server gives the widget a token.
        </p>
      </div>
    </Card>
  )
}
