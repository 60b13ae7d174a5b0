/** The address to which browsers report policy violations. */
export const reportsPath = "/csp-reports"

/**
 * The headers that put a page under a Content-Security-Policy whose violations are reported. The Reporting API needs https;
 * `report-uri` covers the rest.
 */
export const reportedPolicy = (policy: string, publicUrl: string): Record<string, string> =>
  publicUrl.startsWith("https:")
    ? {
        "content-security-policy": `${policy}; report-uri ${reportsPath}; report-to csp`,
        "reporting-endpoints": `csp="${publicUrl}${reportsPath}"`
      }
    : { "content-security-policy": `${policy}; report-uri ${reportsPath}` }
