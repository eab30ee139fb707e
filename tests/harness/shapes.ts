// What the API answers, as clients in the field rely on it. Written down here and not taken from the product, so that
// a field that is lost there is missed by the tests.

export interface Refusal {
  error: string;
  fields: Record<string, string>;
}

export interface Paged<Item> {
  results: Item[];
  next: string | null;
  previous: string | null;
  count: number;
}

export interface Owner {
  id: string;
  firstname: string;
  lastname: string;
  dp: string | null;
  email: string;
  phone_no: string;
  address: string;
  country: string;
  is_verified: boolean;
  date_joined: string;
}

export interface User extends Owner {
  name: string;
  country_code: string;
  about_me: string;
  tags: string[];
  social_account_dict: Record<string, string>;
}

export interface Version {
  id: string;
  app: string;
  version: string;
  release_type: string;
  release_date: string | null;
  latest_feature: string;
  created_at: string;
  updated_at: string;
}

export interface App {
  id: string;
  name: string;
  name_id: string;
  description: string;
  long_description: string;
  logo: string | null;
  category: string;
  website: string;
  playstore_link: string;
  appstore_link: string;
  external_link: string;
  version: string;
  screenshot: { id: string; image: string }[];
  owner: Owner;
  current_version: Version;
  created_at: string;
  updated_at: string;
  views: number;
  state: string;
  lifecycle: string;
}

export interface TimelineEntry {
  id: string;
  created_at: string;
  category: string;
  user: string;
  app: App | null;
}

export interface TokenPair {
  access: string;
  refresh: string;
}
