"""DKIM keys: which can be used. The keys were made with openssl and are good for nothing."""

from __future__ import annotations

import base64

import pytest

from tests.workers.doctor.zones import NOT_CHECKED, TO_MEND, WELL, only, states, zone
from workers.doctor.dkim import dkim
from workers.doctor.finding import Finding

DOMAIN = "example.net"
RSA_2048 = (
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAm2HRYKoeJPtdWDLttXytKgaVpWKRRmkcUiBRss9cT17IRFIZvRnJfdw7"
    "t797gCQ3kaUbIixsKajix/9BJho92DlMoT8OEx17Cu5vGsm4p8uY+hVcQQL0ObX1+Kg4TUlUyAMKRXR38SCsYi3xi3O70j2sdu5g"
    "hqPpov11exupxcmSR0cO5mRtkWM8xdS/iHBDd/l2hf6rNtAZEtk6dgxxHLAWrFxdhfMgTK1+VdW68cfkpiKmLCFPOfGAJU356FTl"
    "J+qOBhrhvu28pYJWCGM3vMA9OXQVCqoK0fXzDrHX+gNDd64VzuobQrRDc+vFTYJfJ/wLYiG9/u+7LaWXNI4jWQIDAQAB"
)
RSA_1024 = (
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDGUgpgNzohYL+EmGz8kHCqnBwRR31ssC6E2qJu0qVdgXvZLOWWY0BjWEnFegJ9"
    "GnllK31gH7O7jA9hw0PIe0cixiQmSriBwnEta7jWbLq030zIt/yXnbMWXGrgsduFaMXCTDU1D/sBHlCdV0BPBuw3nnq60aTRLPQD"
    "vfrXP1q5KwIDAQAB"
)
RSA_512 = (
    "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMTI3lB498q5owsxaCQIPZF6uZ9JOWMMcDYIu0GF6fUtOCwm4TUjFrZmY7TpT0zNeh9X"
    "CDZelcq4YdhxoVP+GjsCAwEAAQ=="
)
RSA_1024_ALONE = base64.b64encode(base64.b64decode(RSA_1024)[22:]).decode()
"""As PKCS #1 has it, without the name of its kind."""
ED25519 = "S+F4bXppR7BAFv2c0tTD0yqpIgBAAoJPhYf4EKsrpI0="
ED25519_NAMED = base64.b64encode(bytes.fromhex("302a300506032b6570032100") + base64.b64decode(ED25519)).decode()
"""Behind the name of its kind (RFC 8410, 4)."""


def judged(*records: str) -> Finding:
    """Return the finding about a key with these records."""
    look_up = zone({(f"june._domainkey.{DOMAIN}", "TXT"): list(records)})
    return only(dkim(DOMAIN, ("june",), look_up))


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (f"v=DKIM1; k=rsa; p={RSA_2048}", "rsa key of 2048 bits"),
        (f"p={RSA_2048}", "rsa key of 2048 bits"),
        (f"v=DKIM1; h=sha1:sha256; s=email; t=s; p={RSA_2048[:40]} {RSA_2048[40:]}", "rsa key of 2048 bits"),
        (f"v=DKIM1; p={RSA_1024}", "rsa key of 1024 bits; 2048 are recommended (RFC 8301)"),
        (f"v=DKIM1; p={RSA_1024_ALONE}", "rsa key of 1024 bits; 2048 are recommended (RFC 8301)"),
        (f"v=DKIM1; k=ed25519; p={ED25519}", "ed25519 key of 256 bits"),
    ],
)
def test_a_good_key_is_well(record: str, text: str) -> None:
    found = judged(record)
    assert (found.state, found.text) == (WELL, text)


@pytest.mark.parametrize(
    ("record", "word"),
    [
        ("v=DKIM1; p=", "revoked"),
        (f"v=DKIM1; p={RSA_512}", "512 bits"),
        (f"v=DKIM1; p={RSA_2048[:200]}", "cut off"),
        ("v=DKIM1; p=AAAA", "cut off"),
        ("v=DKIM1; p=<the key>", "cut off"),
        (f"v=DKIM1; k=ed25519; p={RSA_1024}", "not a ed25519 key"),
        (f"v=DKIM1; k=rsa; p={ED25519}", "not a rsa key"),
        (f"v=DKIM1; k=rsa; p={ED25519_NAMED}", "not a rsa key"),
        (f"v=DKIM2; p={RSA_2048}", "DKIM1"),
        (f"v=DKIM1; k=dsa; p={RSA_2048}", "k=dsa"),
        (f"v=DKIM1; h=sha1; p={RSA_2048}", "sha256"),
        (f"v=DKIM1; s=other; p={RSA_2048}", "email"),
        (f"v=DKIM1; t=y:s; p={RSA_2048}", "testing"),
    ],
)
def test_a_key_that_others_do_not_use_is_to_be_mended(record: str, word: str) -> None:
    found = judged(record)
    assert found.state == TO_MEND
    assert word in found.text


def test_two_keys_under_one_name_are_one_too_many() -> None:
    assert judged(f"p={RSA_1024}", f"p={RSA_2048}").state == TO_MEND


def test_a_key_that_is_missing_is_to_be_published() -> None:
    found = judged("another record")
    assert found.state == TO_MEND
    assert found.publish.startswith(f'june._domainkey.{DOMAIN}. TXT "v=DKIM1; k=rsa; p=')


def test_without_a_name_the_usual_ones_are_tried() -> None:
    look_up = zone({(f"selector1._domainkey.{DOMAIN}", "TXT"): [f"v=DKIM1; p={RSA_2048}"]})
    assert states(dkim(DOMAIN, (), look_up)) == {"DKIM, selector1": WELL}


def test_a_key_under_another_name_cannot_be_found_so_its_name_is_asked_for() -> None:
    found = only(dkim(DOMAIN, (), zone({})))
    assert found.state == NOT_CHECKED
    assert "sundial dkim make" in found.text
    assert "--selector" in found.text
