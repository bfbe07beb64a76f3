import { expect, test } from 'vitest'
import { isPublicHost } from './leaks.ts'

test('a host on the internet is public', () => {
  const hosts = ['plants.example.com', '93.184.216.34', '[2606:2800:220:1::1]', 'api.plants.dev']
  expect(hosts.filter((host) => !isPublicHost(host))).toEqual([])
})

test('a development server is not public', () => {
  const hosts =
    'localhost api 127.0.0.1 [::1] 10.0.0.7 172.20.0.3 192.168.1.9 [fd00::7] plants.local api.internal shop.test'.split(
      ' ',
    )
  expect(hosts.filter(isPublicHost)).toEqual([])
})
