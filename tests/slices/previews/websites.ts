import { html, ld, meta, og, type Fixture } from './fixture.ts';

const manifestLink = '<link rel="manifest" href="/app.webmanifest">';

/** Websites whose pages are in order, each in another way. */
export const websites: readonly Fixture[] = [
  {
    about: 'a manifest with everything',
    address: 'https://kobopay.ng',
    hosts: {
      'kobopay.ng': {
        '/': html(`<title>Welcome</title>${manifestLink}`),
        '/app.webmanifest': {
          json: {
            name: 'KoboPay',
            description: 'Send money to any bank in Nigeria.',
            categories: ['finance', 'business'],
            related_applications: [{ platform: 'play', id: 'ng.kobopay.app' }],
          },
        },
      },
    },
    expected: {
      name: 'KoboPay',
      description: 'Send money to any bank in Nigeria.',
      category: 'Finance,Business',
      playstore_link: 'https://play.google.com/store/apps/details?id=ng.kobopay.app',
      website: 'https://kobopay.ng',
    },
  },
  {
    about: 'a manifest whose name is too long, with a short name',
    address: 'agroconnect.ng',
    hosts: {
      'agroconnect.ng': {
        '/': html('<link rel="manifest" href="site/manifest.json">'),
        '/site/manifest.json': {
          json: {
            name: 'The place where farmers and buyers of Nigeria meet each other',
            short_name: 'AgroConnect',
          },
        },
      },
    },
    expected: { name: 'AgroConnect', website: 'https://agroconnect.ng' },
  },
  {
    about: 'an app in structured data',
    address: 'https://learnhausa.ng/',
    hosts: {
      'learnhausa.ng': {
        '/': html(
          ld({
            '@context': 'https://schema.org',
            '@type': 'MobileApplication',
            name: 'Learn Hausa',
            description: 'Ten minutes of Hausa a day.',
            applicationCategory: 'EducationalApplication',
            operatingSystem: 'Android, iOS',
            softwareVersion: '2.4.1',
            offers: { '@type': 'Offer', price: '0', priceCurrency: 'NGN' },
          }),
        ),
      },
    },
    expected: {
      name: 'Learn Hausa',
      description: 'Ten minutes of Hausa a day.',
      category: 'Education',
      platform: 'mobile',
      version: '2.4.1',
      price: 'free',
      website: 'https://learnhausa.ng',
    },
  },
  {
    about: 'a graph of an organisation and its paid desktop program',
    address: 'https://shopbook.ng/',
    hosts: {
      'shopbook.ng': {
        '/': html(
          ld({
            '@graph': [
              { '@type': 'Organization', name: 'Ledger Labs Limited' },
              {
                '@type': ['SoftwareApplication'],
                name: 'ShopBook',
                description: 'Keeps the books of a shop &amp; counts its stock.',
                applicationCategory: 'BusinessApplication',
                operatingSystem: 'Windows 10, macOS',
                offers: [{ price: 4500 }],
                fileSize: '80MB',
              },
            ],
          }),
        ),
      },
    },
    expected: {
      name: 'ShopBook',
      description: 'Keeps the books of a shop & counts its stock.',
      category: 'Business',
      platform: 'desktop',
      price: 'paid',
      size: '80 MB',
      website: 'https://shopbook.ng',
    },
  },
  {
    about: 'OpenGraph alone',
    address: 'https://okadaride.ng',
    hosts: {
      'okadaride.ng': { '/': html(og('site_name', 'OkadaRide') + og('description', 'Rides in Ibadan.')) },
    },
    expected: { name: 'OkadaRide', description: 'Rides in Ibadan.', website: 'https://okadaride.ng' },
  },
  {
    about: 'a title with a slogan and a description',
    address: 'https://mamaput.ng',
    hosts: {
      'mamaput.ng': {
        '/': html('<title>Hot food near you | MamaPut</title>' + meta('description', 'Order lunch.')),
      },
    },
    expected: { name: 'MamaPut', description: 'Order lunch.', website: 'https://mamaput.ng' },
  },
  {
    about: 'a title of a home page with a dash',
    address: 'https://naijafit.ng',
    hosts: { 'naijafit.ng': { '/': html('<title>Home – NaijaFit</title>') } },
    expected: { name: 'NaijaFit', website: 'https://naijafit.ng' },
  },
  {
    about: 'the names that phones show',
    address: 'https://wa.tracker.ng',
    hosts: {
      'wa.tracker.ng': {
        '/': html(
          meta('application-name', 'Waybill Tracker') + meta('twitter:description', 'Follow a parcel.'),
        ),
      },
    },
    expected: { name: 'Waybill Tracker', description: 'Follow a parcel.', website: 'https://wa.tracker.ng' },
  },
  {
    about: 'badges of both stores in the page',
    address: 'https://pepperdem.ng',
    hosts: {
      'pepperdem.ng': {
        '/': html(
          '<title>PepperDem</title>',
          `<a href="https://apps.apple.com/ng/app/pepperdem/id1512345678">iPhone</a>
           <a href="https://play.google.com/store/apps/details?id=ng.pepperdem&amp;hl=en_US">Android</a>
           <a href="https://play.google.com/store/apps/details?id=ng.pepperdem">Android again</a>`,
        ),
      },
    },
    expected: {
      name: 'PepperDem',
      appstore_link: 'https://apps.apple.com/ng/app/pepperdem/id1512345678',
      playstore_link: 'https://play.google.com/store/apps/details?id=ng.pepperdem',
      website: 'https://pepperdem.ng',
    },
  },
  {
    about: 'links to two apps of a store, of which neither is taken',
    address: 'https://twoapps.ng',
    hosts: {
      'twoapps.ng': {
        '/': html(
          '<title>TwoApps</title>',
          `<a href="https://play.google.com/store/apps/details?id=ng.two.rider">Riders</a>
           <a href="https://play.google.com/store/apps/details?id=ng.two.driver">Drivers</a>`,
        ),
      },
    },
    expected: { name: 'TwoApps', website: 'https://twoapps.ng' },
  },
  {
    about: 'the banner of Safari and the package of Android',
    address: 'https://egusi.ng',
    hosts: {
      'egusi.ng': {
        '/': html(
          `<title>Egusi</title>${meta('apple-itunes-app', 'app-id=1498765432, app-argument=x')}
           <meta property="al:android:package" content="ng.egusi.recipes">`,
        ),
      },
    },
    expected: {
      name: 'Egusi',
      appstore_link: 'https://apps.apple.com/app/id1498765432',
      playstore_link: 'https://play.google.com/store/apps/details?id=ng.egusi.recipes',
      website: 'https://egusi.ng',
    },
  },
];
