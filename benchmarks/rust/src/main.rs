//! kube-rs' reflector against the server of the benchmark: typed pods or dynamic objects. Says after each phase what it cost, as one line of JSON.
use futures::StreamExt;
use k8s_openapi::api::core::v1::Pod;
use kube::api::{Api, ApiResource, DynamicObject, GroupVersionKind};
use kube::runtime::{reflector, watcher};
use kube::{Client, Config, Resource, ResourceExt};
use std::fmt::Debug;
use std::hash::Hash;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (server, group, version, kind, plural, mode) = (&args[1], &args[2], &args[3], &args[4], &args[5], &args[6]);
    let client = Client::try_from(Config::new(server.parse().expect("an address"))).expect("a client");
    if mode == "typed" {
        mirror(Api::<Pod>::all(client), reflector::store::Writer::default()).await;
    } else {
        let resource = ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk(group, version, kind), plural);
        mirror(Api::<DynamicObject>::all_with(client, &resource), reflector::store::Writer::new(resource)).await;
    }
}

async fn mirror<K>(api: Api<K>, writer: reflector::store::Writer<K>)
where
    K: Resource + Clone + Debug + Send + Sync + serde::de::DeserializeOwned + 'static,
    K::DynamicType: Eq + Hash + Clone,
{
    let store = writer.as_reader();
    let mut since = cpu();
    let config = watcher::Config::default().streaming_lists();
    let mut events = reflector(writer, watcher(api, config)).boxed_local();
    while let Some(event) = events.next().await {
        let phase = match event {
            Ok(watcher::Event::InitDone) => "synced",
            Ok(watcher::Event::Apply(object)) if object.name_any().starts_with("marker-") => "events",
            _ => continue,
        };
        let used = cpu() - since;
        let peak = memory("VmHWM:");
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let rss = memory("VmRSS:");
        println!(
            r#"{{"phase":"{phase}","cpuMs":{},"peakRss":{peak},"rss":{rss},"heap":{rss},"baseline":0,"stallMs":0,"objects":{}}}"#,
            used as f64 / 1000.0,
            store.len()
        );
        let _ = std::fs::write("/proc/self/clear_refs", "5");
        since = cpu();
    }
}

/// Microseconds of CPU of the whole process.
fn cpu() -> i64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
}

fn memory(word: &str) -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(word)).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<i64>().ok()).unwrap_or(0) * 1024
}
