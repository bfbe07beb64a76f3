import { sidebar } from './sidebar.mjs'

/** Creates anchors by GitHub's rule, so that links work both on GitHub and on the site. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

export default {
  title: 'Plant Store Kit',
  description: 'A mock server and a contract test suite for GET /plants.',
  // The environment variable DOCS_BASE is the path of the site on its host, such as /plant-store-kit/.
  base: process.env.DOCS_BASE ?? '/',
  srcDir: '.pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cleanUrls: true,
  // VitePress knows only pages. assemble.mjs copies every other linked file, and fails if the file does not exist.
  ignoreDeadLinks: [/^\/files\//],
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.DOCS_BASE ?? '/'}logo.svg` }],
    ['meta', { name: 'theme-color', content: '#1f6e3d' }],
  ],
  markdown: { anchor: { slugify }, toc: { slugify }, theme: { light: 'github-light', dark: 'github-dark' } },
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    logo: '/logo.svg',
    outline: [2, 3],
    search: { provider: 'local' },
    nav: [
      { text: 'Mock', link: '/build', activeMatch: '^/(build|mock|recipes)' },
      { text: 'Verify', link: '/implement', activeMatch: '^/(implement|verify|replay)' },
      { text: 'Checks', link: '/checks', activeMatch: '^/checks' },
      { text: 'Quality', link: '/quality' },
    ],
    sidebar,
    docFooter: { prev: 'Before', next: 'Next' },
    footer: { message: 'MIT License' },
  },
}
